import {
  inOrder,
  planRemoteSegments,
  type RemoteSegment,
  type RemoteSpeaker,
  type SpeechChunk,
  type SpeechEngine,
  type SynthesisOptions,
  type SynthesisRequest,
} from '../../../engines/speech/index.ts';
import type { DomainError } from '../../platform/errors.ts';
import { trackTasks } from '../internal-calls/index.ts';
import { isOffered } from '../workers/index.ts';
import { VoiceEngineFailed, VoiceEngineOffline } from './errors.ts';
import { SPEAK_KIND } from './speak-kind.ts';
import {
  collectSegment,
  type EnqueuedSegment,
  enqueueSegment,
  type SegmentCall,
  type SpeakDeps,
} from './speak-segment.ts';

export type RemoteSpeech = {
  /** Null when a live worker offers the engine. */
  unavailable(speaker: RemoteSpeaker): Promise<DomainError | null>;
  synthesize(
    request: SynthesisRequest & { speaker: RemoteSpeaker },
    options: SynthesisOptions,
  ): AsyncIterable<SpeechChunk>;
  /** Resolves when calls that were cut off have canceled their jobs. */
  idle(): Promise<void>;
};

const DEADLINE_MS = 10 * 60_000;
/** One is spoken while the caller reads the one before it. More would only take turns from others. */
const AHEAD = 2;

/** Speaks with voices whose engine runs on a worker. Each segment of the text is an internal job. */
export function createRemoteSpeech(deps: SpeakDeps & Pick<SpeechEngine, 'check'>): RemoteSpeech {
  const { tracked, idle } = trackTasks();

  async function unavailable({ engine }: RemoteSpeaker): Promise<DomainError | null> {
    const needs = [SPEAK_KIND.name, `${SPEAK_KIND.name}:${engine}`];
    return (await isOffered(deps, needs)) ? null : new VoiceEngineOffline(engine);
  }

  async function* synthesize(
    request: SynthesisRequest & { speaker: RemoteSpeaker },
    { read, signal, deadlineMs = DEADLINE_MS, whole = false, onBehalfOf }: SynthesisOptions,
  ): AsyncGenerator<SpeechChunk> {
    if (!onBehalfOf) throw new Error('a remote voice speaks on behalf of an account');
    const { speaker } = request;
    const known = read ?? (await deps.check(request)).read;
    const offline = await unavailable(speaker);
    if (offline) throw offline;
    const late = AbortSignal.timeout(Math.ceil(deadlineMs));
    const until = signal ? AbortSignal.any([signal, late]) : late;
    const common = { speaker, onBehalfOf };
    const enqueued = enqueueEach(deps, planRemoteSegments(known, { whole }), { ...common, signal: until });
    const run = (segment: EnqueuedSegment, stop: AbortSignal) =>
      tracked(collectSegment(deps, segment, { ...common, signal: AbortSignal.any([stop, late]) }));
    try {
      yield* inOrder(enqueued, run, { ahead: AHEAD, ...(signal && { signal }) });
    } catch (error) {
      throw late.aborted && !signal?.aborted ? new VoiceEngineFailed(speaker.engine, error) : error;
    }
  }

  return {
    unavailable,
    synthesize,
    idle,
  };
}

/** One after the other, so that a worker gets them in the order of the text. */
async function* enqueueEach(
  deps: SpeakDeps,
  segments: readonly RemoteSegment[],
  call: SegmentCall,
): AsyncGenerator<EnqueuedSegment> {
  for (const segment of segments) yield await enqueueSegment(deps, segment, call);
}
