import type { Sound } from '../../../engines/codec/index.ts';
import type { MasteringEngine, MasteringRules } from '../../../engines/mastering/index.ts';
import { type CallDeps, collectCall, enqueueCall, trackTasks } from '../internal-calls/index.ts';
import { isOffered, listOffered } from '../workers/index.ts';
import { SoundModelBusy, SoundModelFailed, SoundModelOffline, UnknownSoundModel } from './errors.ts';
import { readSound, secondsOf, UnusableSound } from './read-sound.ts';
import type { SoundJobRequest } from './sound-kinds.ts';

type SoundKindName = 'music' | 'sfx';
type SoundModel = { id: string; available: boolean; default: boolean };

type Wish = Omit<SoundJobRequest, 'sample_rate'>;
type CallOptions = { accountId: string; signal: AbortSignal; rules: Omit<MasteringRules, 'seconds'> };

/** Music and sound effects of models that only workers have. */
export type RemoteSound = {
  /** The service's own model first, then those that workers offer or offered within a day. */
  models(kind: SoundKindName, own: { id: string; available: boolean }): Promise<SoundModel[]>;
  /** Null for the service's own model. Throws where the model is unknown, or no worker with it is connected. */
  chosen(kind: SoundKindName, own: string, model: string | undefined): Promise<string | null>;
  /** Brought to the rules of our own sounds. */
  make(kind: SoundKindName, wish: Wish, options: CallOptions): Promise<Sound>;
  /** Resolves when calls that were cut off have canceled their jobs. */
  idle(): Promise<void>;
};

/** Longer than a worker may take to begin and to end. */
export const REMOTE_DEADLINE_MS = 200_000;
const SAMPLE_RATE = 44_100;
/** An account may have this many of a kind waiting or in work at a time, over all nodes. Its other calls wait behind them. */
const MOST_UNFINISHED = 4;

export function createRemoteSound(deps: CallDeps & { mastering: MasteringEngine }): RemoteSound {
  const { tracked, idle } = trackTasks();
  const needsOf = (kind: SoundKindName, model: string) => [kind, `${kind}:${model}`];

  async function call(kind: SoundKindName, wish: Wish, { accountId, signal }: CallOptions): Promise<Sound> {
    const request: SoundJobRequest = { ...wish, sample_rate: SAMPLE_RATE };
    const { model } = wish;
    const order = {
      onBehalfOf: { accountId },
      kind,
      request,
      needs: needsOf(kind, model),
      inputs: [],
      mostUnfinished: MOST_UNFINISHED,
    };
    const jobId = await enqueueCall(deps, order, signal);
    if (jobId === null) throw new SoundModelBusy(model);
    return collectCall(deps, jobId, signal, async ({ outcome, job }) => {
      if (outcome === 'unclaimed') throw new SoundModelBusy(model);
      if (outcome !== 'completed' || !job)
        throw new SoundModelFailed(model, new Error(job?.error ?? outcome));
      return readSound(deps.storage, job, request).catch((error: unknown) => {
        throw error instanceof UnusableSound ? new SoundModelFailed(model, error) : error;
      });
    });
  }

  return {
    async models(kind, own) {
      const offered = await listOffered(deps, kind);
      const others = offered.filter(({ name }) => name !== own.id);
      return [
        { ...own, default: true },
        ...others.map(({ name, alive }) => ({ id: name, available: alive, default: false })),
      ];
    },
    async chosen(kind, own, model = own) {
      if (model === own) return null;
      if (await isOffered(deps, needsOf(kind, model))) return model;
      const known = (await listOffered(deps, kind)).map(({ name }) => name);
      throw known.includes(model) ? new SoundModelOffline(model) : new UnknownSoundModel([own, ...known]);
    },
    make: (kind, wish, options) =>
      tracked(
        call(kind, wish, options).then((sound) => {
          const seconds = wish.seconds ?? Math.min(wish.max_seconds, secondsOf(sound));
          return deps.mastering.master(sound, { ...options.rules, seconds }, options);
        }),
      ),
    idle,
  };
}
