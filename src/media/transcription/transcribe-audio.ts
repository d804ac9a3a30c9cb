import type { DecodeAudio } from '../../../engines/ffmpeg/index.ts';
import {
  type Transcript,
  type TranscriptionEngine,
  TranscriptionNotInstalled,
} from '../../../engines/transcription/index.ts';
import type { Caller } from '../../http/index.ts';
import { type ChargeDeps, chargeFor } from '../../money/ledger/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import type { RemoteHearing } from '../../work/remote-hearing/index.ts';
import { InvalidField } from './errors.ts';
import { hearingCharge } from './hearing-charge.ts';
import { MAX_SECONDS } from './limits.ts';
import type { Received } from './receive-audio.ts';
import type { TranscriptBody } from './schemas.ts';

export type TranscriptionDeps = ChargeDeps & {
  transcription: TranscriptionEngine;
  remoteHearing: RemoteHearing;
  decodeAudio: DecodeAudio;
};

export type Wanted = {
  language: string | undefined;
  task: 'transcribe' | 'translate';
  model?: string | undefined;
  speakers?: { max: number } | undefined;
};

export type RequestContext = {
  requestId: string;
  signal: AbortSignal;
  /** Keeps the result outside the transaction, where it may take its time. */
  prepare?: ((result: TranscriptBody) => Promise<void>) | undefined;
  commit?: ((tx: Tx, result: TranscriptBody) => Promise<void>) | undefined;
};

/** Allows for slow machines and a full queue; past it the reservation is released. */
const BASE_DEADLINE_MS = 60_000;
const DEADLINE_MS_PER_SECOND = 5_000;

/** Decodes first, because the charge depends on the length; reserves before the model runs; charges only for speech. */
export async function transcribeAudio(
  deps: TranscriptionDeps,
  caller: Caller,
  audio: Pick<Received, 'withFile'>,
  wanted: Wanted,
  context: RequestContext,
): Promise<TranscriptBody> {
  const { signal, requestId, prepare, commit } = context;
  const hear = await chooseHearing(deps, caller, wanted);
  const { samples, seconds } = await audio.withFile(signal, (path) =>
    deps.decodeAudio(path, { maxSeconds: MAX_SECONDS, signal }),
  );
  const deadlineMs = BASE_DEADLINE_MS + seconds * DEADLINE_MS_PER_SECOND;
  const charge = hearingCharge(caller, seconds, { requestId, deadlineMs: Math.ceil(deadlineMs) });
  const transcribe = async (running: AbortSignal): Promise<TranscriptBody> => {
    const { segments, words, speakers, ...facts } = await hear(samples, { signal: running, deadlineMs });
    const { text, language, model } = facts;
    const duration = Math.round(seconds * 1_000) / 1_000;
    const result: TranscriptBody = {
      text,
      language,
      duration_seconds: duration,
      segments,
      words,
      ...(speakers && { speakers }),
      model,
      credits: charge.credits,
    };
    await prepare?.(result);
    return result;
  };
  return chargeFor(deps, charge, transcribe, { signal, alongside: commit });
}

type Hear = (
  samples: Float32Array,
  limits: { signal: AbortSignal; deadlineMs: number },
) => Promise<Transcript>;

/** A model that is not ours may be one that a worker offers. Refuses what neither can do. */
async function chooseHearing(
  { transcription: engine, remoteHearing }: TranscriptionDeps,
  { accountId }: Caller,
  wanted: Wanted,
): Promise<Hear> {
  const { model, language = null, task, speakers } = wanted;
  const isOurs = model === undefined || engine.models.some(({ id }) => id === model);
  if (!isOurs && (await remoteHearing.knows(model))) {
    engine.check({ language: wanted.language });
    if (speakers)
      throw new InvalidField('speaker_labels are not given with a model of a worker: omit model.');
    return (samples, { signal }) =>
      remoteHearing.transcribe({ samples, model, language, task }, { accountId, signal });
  }
  engine.check(wanted);
  if (engine.status() === 'absent') throw new TranscriptionNotInstalled();
  return (samples, limits) => engine.transcribe({ samples, ...wanted }, limits);
}
