import type { DecodeAudio } from '../../../../engines/ffmpeg/index.ts';
import {
  type TranscriptionEngine,
  TranscriptionNotInstalled,
} from '../../../../engines/transcription/index.ts';
import type { Caller } from '../../../http/index.ts';
import {
  ChargeAlreadySettled,
  type ChargeDeps,
  releaseCharge,
  reserveCredits,
  settleCharge,
} from '../../../money/ledger/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { hearingCharge, MAX_AUDIO_SECONDS } from '../../transcription/index.ts';
import type { TurnKey } from './audio-queries.ts';

/**
 * Holds the words of the caller and the credits reserved for hearing them. Whoever gets one must settle or release
 * it.
 */
export type Heard = {
  text: string;
  language: string | null;
  seconds: number;
  credits: number;
  ms: number;
  /** Whether what the caller sent is kept with the turn. */
  hasAudio: boolean;
  /** Gives what is kept to its turn, in the transaction that keeps it. */
  attach(tx: Tx, turn: TurnKey): Promise<void>;
  /** Takes the credits, in the transaction that keeps the turn. */
  settle(tx: Tx): Promise<void>;
  /** Gives them back. Never throws. */
  release(): Promise<void>;
};

export type HearDeps = ChargeDeps & { transcription: TranscriptionEngine; decodeAudio: DecodeAudio };

const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_SECOND = 5_000;
/** The credits stay reserved while the reply is thought and spoken. */
const REPLY_MS = 300_000;

export function asHeard(text: string): Heard {
  const nothing = async () => undefined;
  return {
    text,
    language: null,
    seconds: 0,
    credits: 0,
    ms: 0,
    hasAudio: false,
    attach: nothing,
    settle: nothing,
    release: nothing,
  };
}

/** Reserves before the model runs. Audio without speech throws, and costs nothing. */
export async function hear(
  deps: HearDeps,
  caller: Caller,
  audio: { path: string; language: string | undefined },
  { requestId, signal }: { requestId: string; signal: AbortSignal },
): Promise<Heard> {
  const { transcription: engine, clock } = deps;
  const begun = performance.now();
  const { path, language } = audio;
  engine.check({ language });
  if (engine.status() === 'absent') throw new TranscriptionNotInstalled();
  const { samples, seconds } = await deps.decodeAudio(path, { maxSeconds: MAX_AUDIO_SECONDS, signal });
  const deadlineMs = Math.ceil(BASE_DEADLINE_MS + seconds * DEADLINE_MS_PER_SECOND);
  const charge = hearingCharge(caller, seconds, { requestId, deadlineMs: deadlineMs + REPLY_MS });
  const { credits, quantity } = charge;
  const { accountId, chargeId } = await reserveCredits(deps, charge);
  const release = async () => {
    try {
      await releaseCharge(deps, { accountId, chargeId });
    } catch (error) {
      // The turn was kept after all, and only the news of it was lost.
      if (error instanceof ChargeAlreadySettled) return;
      deps.log?.warn({ err: error, charge_id: chargeId }, 'could not release the charge; the sweep will');
    }
  };
  try {
    const transcript = await engine.transcribe({ samples, language }, { signal, deadlineMs });
    return {
      text: transcript.text,
      language: transcript.language,
      seconds,
      credits,
      ms: performance.now() - begun,
      hasAudio: false,
      attach: async () => undefined,
      settle: async (tx) => {
        await settleCharge({ db: tx, clock }, { accountId, chargeId, credits, quantity });
      },
      release,
    };
  } catch (error) {
    await release();
    throw error;
  }
}
