import { availableParallelism } from 'node:os';
import { domainError } from '../../src/platform/errors.ts';
import type { Log } from '../../src/platform/log.ts';
import { createProcessPool, type PoolState, type PoolStats } from '../../src/platform/process-pool/index.ts';
import { sourceVersion } from '../../src/platform/source-version.ts';
import type { Sound } from '../codec/index.ts';
import { type MarkConfig, type MarkSettings, markSettings } from '../watermark/index.ts';
import { KINDS, kindNamed, type NamedKind } from './kinds/index.ts';
import type { EffectPlan } from './plan.ts';
import { type ReadEffect, readPrompt } from './prompt/read-prompt.ts';
import { SAMPLE_RATE } from './render.ts';

const LISTED = 40;

const NoKindNear = domainError('invalid', 'unknown_sound', (names: readonly string[]) => {
  const some = names.filter((_, i) => i % Math.ceil(names.length / LISTED) === 0);
  return {
    public: `No kind of sound is near this prompt. Try one of: ${some.join(', ')}. GET /api/v1/sfx lists all of them.`,
    detail: [{ path: '/prompt', message: `Kinds: ${names.join(', ')}.` }],
  };
});

const NotLoopable = domainError(
  'invalid',
  'not_loopable',
  (kinds: readonly string[]) =>
    `A sound that ends cannot be looped: ${kinds.join(', ')}. GET /api/v1/sfx says which kinds can.`,
);

type EffectOptions = { seed: number; loop: boolean };

export type EffectsEngine = {
  readonly model: string;
  /** Another one may render the same plan differently. */
  readonly version: string;
  readonly kinds: readonly NamedKind[];
  status(): PoolState;
  figures(): Pick<PoolStats, 'busy' | 'queued' | 'restarts'>;
  /** Understands a prompt. Throws `NoKindNear`, or `NotLoopable` if a loop is wanted of sounds that end. */
  read(prompt: string, wanted: { seconds?: number | undefined; loop: boolean }): ReadEffect;
  /** Stereo. The same plan and options give the same samples. */
  render(
    plan: EffectPlan,
    options: EffectOptions,
    call: { signal?: AbortSignal; deadlineMs?: number },
  ): Promise<Sound>;
  close(): Promise<void>;
};

export type EffectMethods = { render(payload: { plan: EffectPlan } & EffectOptions): Float32Array[] };

const MODEL = 'vox-effects-1';
const MIB = 1024 ** 2;
const MINUTE_MS = 60_000;
const MAX_PROCESSES = 2;
const MAX_QUEUED = 100;

export function createEffectsEngine({
  marks = markSettings(),
  log,
}: {
  marks?: MarkSettings;
  log: Log;
}): EffectsEngine {
  const pool = createProcessPool<EffectMethods, MarkConfig>({
    name: 'sound-effects',
    entry: new URL('./process.ts', import.meta.url),
    config: { embedder: marks.embedder },
    size: Math.max(1, Math.min(MAX_PROCESSES, Math.floor(availableParallelism() / 2))),
    maxQueued: MAX_QUEUED,
    callDeadlineMs: MINUTE_MS / 2,
    startDeadlineMs: MINUTE_MS / 2,
    maxRssBytes: 400 * MIB,
    idleMs: 5 * MINUTE_MS,
    log,
  });
  return {
    model: MODEL,
    version: `${sourceVersion(import.meta.url, ['.', '../dsp', '../codec'])}-${marks.version}`,
    kinds: KINDS,
    status: pool.state,
    figures: () => pool.stats(),
    read(prompt, { seconds, loop }) {
      const read = readPrompt(prompt, seconds);
      if (!read) throw new NoKindNear(KINDS.map(({ name }) => name));
      const ending = read.plan.layers.map(({ kind }) => kind).filter((kind) => !kindNamed(kind).isAmbience);
      if (loop && ending.length > 0) throw new NotLoopable(ending);
      return read;
    },
    async render(plan, options, call) {
      const channels = await pool.call('render', { plan, ...options }, call);
      return { channels, sampleRate: SAMPLE_RATE };
    },
    close: () => pool.close(),
  };
}
