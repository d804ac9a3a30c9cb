import { encodeWav } from '../../../engines/codec/index.ts';
import { NoSpeech, type Transcript } from '../../../engines/transcription/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { discardObjects, putTracked } from '../../platform/storage/index.ts';
import { type CallDeps, collectCall, enqueueCall, trackTasks } from '../internal-calls/index.ts';
import { isOffered, listOffered } from '../workers/index.ts';
import { HearingModelBusy, HearingModelFailed, HearingModelOffline } from './errors.ts';
import { TRANSCRIBE_KIND, type TranscribeRequest } from './kind.ts';
import { readTranscript, UnusableTranscript } from './read-transcript.ts';

type Recording = Omit<TranscribeRequest, 'seconds'> & {
  /** Mono, 16 kHz. */
  samples: Float32Array;
};

/** Transcription with models that only workers have. */
export type RemoteHearing = {
  /** The models that live workers offer. */
  models(): Promise<string[]>;
  /** False for a model that no worker has offered within a day. Throws while none that does is connected. */
  knows(model: string): Promise<boolean>;
  transcribe(recording: Recording, call: { accountId: string; signal: AbortSignal }): Promise<Transcript>;
  /** Resolves when calls that were cut off have canceled their jobs. */
  idle(): Promise<void>;
};

const SAMPLE_RATE = 16_000;
/** An account may have this many waiting or in work at a time, over all nodes. Its other calls wait behind them. */
const MOST_UNFINISHED = 4;

export function createRemoteHearing(deps: CallDeps): RemoteHearing {
  const { tracked, idle } = trackTasks();
  const kind = TRANSCRIBE_KIND.name;

  async function run(
    { samples, ...asked }: Recording,
    { accountId, signal }: { accountId: string; signal: AbortSignal },
  ): Promise<Transcript> {
    const { model } = asked;
    const request: TranscribeRequest = { ...asked, seconds: samples.length / SAMPLE_RATE };
    const contentType = 'audio/wav';
    // No row adopts it: if this process dies, the sweep deletes it.
    const objectKey = `hearing/${uuidv7(deps.clock.now().getTime())}`;
    await putTracked(deps, objectKey, encodeWav([samples], SAMPLE_RATE), { contentType });
    try {
      const order = {
        onBehalfOf: { accountId },
        kind,
        request,
        needs: [`${kind}:${model}`],
        inputs: [{ name: 'sound', objectKey, contentType }],
        mostUnfinished: MOST_UNFINISHED,
      };
      const jobId = await enqueueCall(deps, order, signal);
      if (jobId === null) throw new HearingModelBusy(model);
      return await collectCall(deps, jobId, signal, async ({ outcome, job }) => {
        if (outcome === 'unclaimed') throw new HearingModelBusy(model);
        if (outcome !== 'completed' || !job)
          throw new HearingModelFailed(model, new Error(job?.error ?? outcome));
        const transcript = await readTranscript(deps.storage, job, request).catch((error: unknown) => {
          throw error instanceof UnusableTranscript ? new HearingModelFailed(model, error) : error;
        });
        if (transcript.text === '') throw new NoSpeech();
        return transcript;
      });
    } finally {
      await discardObjects(deps, [objectKey]);
    }
  }

  return {
    async models() {
      const offered = await listOffered(deps, kind);
      return offered.filter(({ alive }) => alive).map(({ name }) => name);
    },
    async knows(model) {
      if (await isOffered(deps, [kind, `${kind}:${model}`])) return true;
      const known = await listOffered(deps, kind);
      if (known.some(({ name }) => name === model)) throw new HearingModelOffline(model);
      return false;
    },
    transcribe: (recording, call) => tracked(run(recording, call)),
    idle,
  };
}
