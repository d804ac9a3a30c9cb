import {
  createEar,
  type Ear,
  type EarEvent,
  type TurnDetection,
} from '../../../../engines/turn-taking/index.ts';
import { languageFrom } from '../../transcription/index.ts';
import type { SaidTurn } from '../conversations/open-turn.ts';
import { refuse, type Session } from './session.ts';

type TurnEnded = Extract<EarEvent, { kind: 'turn_ended' }>;

export type HearingOptions = {
  detection: TurnDetection;
  /** Whether a reply is being spoken, or is certain to be. */
  isOverReply(): boolean;
  onEvent(event: EarEvent): void;
};

/**
 * An ear that reports a turn after it is paid for and kept, so that nobody uses words which nobody paid for. Later events wait for
 * it, so their order stays. A turn that cannot be paid is noise to the conversation.
 */
export function openEar(session: Session, { detection, isOverReply, onEvent }: HearingOptions): Ear {
  const { deps, leased } = session;
  let paying: Promise<void> | null = null;

  async function payAndReport(turn: TurnEnded): Promise<void> {
    const { said, seconds, samples, startMs, endMs, reason } = turn;
    const { text, language } = said;
    try {
      const { number } = await hear(session, { text, language, seconds }, { endMs, reason });
      session.keptSound.said(number, samples);
      onEvent(turn);
    } catch (error) {
      refuse(session, error);
      onEvent({ kind: 'noise', startMs, endMs, seconds: 0 });
    }
  }

  /** Null if nobody has to wait. */
  function take(event: EarEvent): Promise<void> | null {
    if (event.kind === 'turn_ended' && isUsed(event, isOverReply())) return payAndReport(event);
    onEvent(event);
    return null;
  }

  return createEar({
    activity: deps.activity,
    transcribe: deps.turnTranscriber.forCaller(),
    language: languageFrom(leased.agent.settings.language ?? undefined),
    detection,
    onEvent(event) {
      const next = paying ? paying.then(() => take(event) ?? undefined) : take(event);
      if (!next) return;
      const settled: Promise<void> = next.finally(() => {
        if (paying === settled) paying = null;
      });
      paying = settled;
    },
  });
}

/** Speech over a reply that does not interrupt it gets no answer, so it costs nothing. */
function isUsed({ said: { manner } }: TurnEnded, isOverReply: boolean): boolean {
  return manner === 'speech' || (manner === 'back_channel' && !isOverReply);
}

/** Pays for what was said, keeps it as a turn, and tells the client its words. `endMs` is null for typed words. */
export async function hear(
  { turns, stopwatch, outbox }: Session,
  said: SaidTurn,
  { endMs, reason }: { endMs: number | null; reason: string },
): Promise<{ number: number }> {
  const { number, heardCredits: credits } = await turns.begin(said);
  stopwatch.turnEnded(endMs);
  outbox.tell({ type: 'transcript', turn: number, ...said, reason, credits });
  return { number };
}
