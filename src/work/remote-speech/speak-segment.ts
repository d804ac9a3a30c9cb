import {
  chunkOf,
  maxSeconds,
  type RemoteSegment,
  type RemoteSpeaker,
  type SpeechChunk,
  type SynthesisOptions,
  UnusableSound,
} from '../../../engines/speech/index.ts';
import type { WatermarkEngine } from '../../../engines/watermark/index.ts';
import { type CallDeps, collectCall, enqueueCall } from '../internal-calls/index.ts';
import { type InternalJob, versionOf } from '../jobs/index.ts';
import { RemoteVoiceDeleted, VoiceEngineBusy, VoiceEngineFailed } from './errors.ts';
import { readSound } from './read-sound.ts';
import { SPEAK_KIND, type SpeakRequest } from './speak-kind.ts';

export type SpeakDeps = CallDeps & { sampleRate: number; watermark: Pick<WatermarkEngine, 'mark'> };

export type SegmentCall = {
  speaker: RemoteSpeaker;
  onBehalfOf: NonNullable<SynthesisOptions['onBehalfOf']>;
  signal: AbortSignal;
};

/** Segments of an account that wait or are spoken at a time, over all nodes: its other calls wait behind them. */
const MOST_UNFINISHED = 16;

/** A segment, and the job that has a worker speak it. */
export type EnqueuedSegment = { segment: RemoteSegment; jobId: string };

/** Waits until a worker has spoken it. Whatever happens, nothing of it stays. */
export async function collectSegment(
  deps: SpeakDeps,
  { segment, jobId }: EnqueuedSegment,
  { speaker, signal }: Omit<SegmentCall, 'onBehalfOf'>,
): Promise<SpeechChunk> {
  return collectCall(deps, jobId, signal, async ({ outcome, job }) => {
    if (outcome === 'unclaimed') throw new VoiceEngineBusy(speaker.engine);
    if (outcome !== 'completed' || !job) throw await failureOf(deps, speaker, job?.error ?? outcome);
    const chunk = await chunkFrom(deps, segment, job, speaker);
    return { ...chunk, samples: await deps.watermark.mark(chunk.samples, { signal }) };
  });
}

export async function enqueueSegment(
  deps: SpeakDeps,
  segment: RemoteSegment,
  { speaker, onBehalfOf, signal }: SegmentCall,
): Promise<EnqueuedSegment> {
  const order = {
    onBehalfOf,
    kind: SPEAK_KIND.name,
    request: requestFor(deps, segment, speaker),
    needs: [`speak:${speaker.engine}`],
    inputs: [
      {
        name: 'voice',
        objectKey: speaker.artifactKey,
        contentType: 'application/octet-stream',
        kept: true,
      },
    ],
    mostUnfinished: MOST_UNFINISHED,
  };
  const jobId = await enqueueCall(deps, order, signal);
  if (jobId === null) throw new VoiceEngineBusy(speaker.engine);
  return { segment, jobId };
}

function requestFor({ sampleRate }: SpeakDeps, segment: RemoteSegment, speaker: RemoteSpeaker): SpeakRequest {
  return {
    engine: speaker.engine,
    voice: versionOf(speaker.artifactKey),
    language: segment.language,
    text: segment.text,
    words: segment.words.map(({ spoken, phonemes }) => ({
      text: spoken,
      ...(phonemes !== undefined && { ipa: phonemes }),
    })),
    speed: segment.speed,
    sample_rate: sampleRate,
    max_seconds: Math.ceil(maxSeconds(segment)),
  };
}

async function chunkFrom(
  deps: SpeakDeps,
  segment: RemoteSegment,
  job: InternalJob,
  speaker: RemoteSpeaker,
): Promise<SpeechChunk> {
  try {
    const sound = await readSound(deps.storage, job);
    return chunkOf(segment, sound, { sampleRate: deps.sampleRate });
  } catch (error) {
    if (error instanceof UnusableSound) throw new VoiceEngineFailed(speaker.engine, error);
    throw error;
  }
}

/** A worker cannot speak with a voice whose artifact was deleted. */
async function failureOf({ storage }: SpeakDeps, speaker: RemoteSpeaker, cause: string): Promise<Error> {
  if (!(await storage.head(speaker.artifactKey))) return new RemoteVoiceDeleted();
  return new VoiceEngineFailed(speaker.engine, new Error(cause));
}
