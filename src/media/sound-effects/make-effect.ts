import { randomInt } from 'node:crypto';
import type { Codec, Sound } from '../../../engines/codec/index.ts';
import {
  type EffectsEngine,
  LONGEST_SECONDS,
  type ReadEffect,
} from '../../../engines/sound-effects/index.ts';
import type { Answer, Caller } from '../../http/index.ts';
import { REMOTE_DEADLINE_MS, type RemoteSound } from '../../work/remote-sound/index.ts';
import { deliverSound, type SoundContext, type SoundDeps, soundKey } from '../sound/index.ts';
import { PromptRequired } from './errors.ts';
import type { EffectRequest } from './schemas.ts';

export type EffectDeps = SoundDeps & { effects: EffectsEngine; codec: Codec; remoteSound: RemoteSound };

/** Allows for a cold process and a full queue; past it the reservation is released. */
const DEADLINE_MS = 30_000;
/** The headers of an answer name at most this many words of a prompt. */
const MOST_WORDS = 10;
const LONGEST_WORD = 30;
/**
 * Our own effects follow the same rules. Little limiting keeps the blow of an impact, though the rest stays quieter.
 */
const RULES = { lufs: -18, truePeakDb: -1, mostLimitingDb: 2 };

/** A checked request, and who makes the sound. */
type EffectSource = {
  model: string;
  deadlineMs: number;
  cacheKey: string | null;
  headers: Record<string, string>;
  make(options: { signal: AbortSignal; deadlineMs: number }): Promise<Sound>;
};
type SeededRequest = EffectRequest & { seed: number };

/** Reads the prompt first, so that one that cannot be made costs nothing. */
export async function makeEffect(
  deps: EffectDeps,
  caller: Caller,
  request: EffectRequest,
  context: Omit<SoundContext, 'answerWith'>,
): Promise<Answer> {
  const { prompt, format = 'wav', seed = randomInt(2 ** 32) } = request;
  const { accountId } = caller;
  const model = await deps.remoteSound.chosen('sfx', deps.effects.model, request.model);
  const seeded = { ...request, seed };
  const source =
    model === null ? ownEffect(deps, accountId, seeded) : remoteEffect(deps, accountId, model, seeded);
  const { contentType, encode } = deps.codec.encodeSound(format);
  const order = {
    kind: 'sfx' as const,
    prompt,
    model: source.model,
    unit: 'sfx_clip' as const,
    quantity: 1,
    format,
    contentType,
    deadlineMs: source.deadlineMs,
    cacheKey: source.cacheKey,
    make: async (options: { signal: AbortSignal; deadlineMs: number }) => {
      const sound = await source.make(options);
      const durationSeconds = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
      return { file: await encode(sound), durationSeconds, sound };
    },
  };
  return deliverSound(deps, caller, order, {
    ...context,
    answerWith: ({ file, durationSeconds, historyId, cache }) => ({
      status: 200,
      headers: {
        'content-type': contentType,
        'x-model': source.model,
        'x-cache': cache,
        'x-seed': String(seed),
        'x-duration-seconds': durationSeconds.toFixed(3),
        'x-history-id': historyId,
        'x-provenance-id': historyId,
        ...source.headers,
      },
      body: file,
    }),
  });
}

function ownEffect({ effects }: EffectDeps, accountId: string, request: SeededRequest): EffectSource {
  const { prompt, seconds, seed, format = 'wav', loop = false } = request;
  const read = effects.read(prompt, { seconds, loop });
  return {
    model: effects.model,
    deadlineMs: DEADLINE_MS,
    cacheKey: soundKey(accountId, effects, { plan: read.plan, seed, loop, format }),
    headers: describe(read),
    make: (options) => effects.render(read.plan, { seed, loop }, options),
  };
}

/** A worker's model reads the prompt itself. Nothing promises that it makes the same sound twice. */
function remoteEffect(
  { remoteSound }: EffectDeps,
  accountId: string,
  model: string,
  { prompt, seconds: asked, seed, loop = false }: SeededRequest,
): EffectSource {
  if (prompt.trim() === '') throw new PromptRequired();
  const seconds = asked ?? null;
  const wish = { model, prompt, seconds, max_seconds: seconds ?? LONGEST_SECONDS, seed, loop };
  const rules = { ...RULES, isLoop: loop };
  return {
    model,
    deadlineMs: REMOTE_DEADLINE_MS,
    cacheKey: null,
    headers: {},
    make: ({ signal }) => remoteSound.make('sfx', wish, { accountId, signal, rules }),
  };
}

function describe({ plan, understood, ignored, confidence, isNearest }: ReadEffect): Record<string, string> {
  return {
    'x-sfx-kinds': plan.layers.map(({ kind }) => kind).join(', '),
    'x-sfx-match': isNearest ? 'nearest' : 'exact',
    'x-sfx-confidence': String(confidence),
    'x-sfx-understood': listed(understood),
    'x-sfx-ignored': listed(ignored),
  };
}

/** Headers are ASCII, and a proxy may refuse long ones. */
function listed(words: readonly string[]): string {
  return words
    .slice(0, MOST_WORDS)
    .map((word) => encodeURIComponent(word.slice(0, LONGEST_WORD).toWellFormed()))
    .join(',');
}
