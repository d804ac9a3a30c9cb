import { randomInt } from 'node:crypto';
import type { Codec } from '../../engines/codec/index.ts';
import type { EffectsEngine, ReadEffect } from '../../engines/sound-effects/index.ts';
import type { Answer, Caller } from '../../http/index.ts';
import { deliverSound, type SoundDelivery, type SoundDeps, soundKey } from '../sound/index.ts';
import type { EffectRequest } from './schemas.ts';

export type EffectDeps = SoundDeps & { effects: EffectsEngine; codec: Codec };

/** Allows for a cold process and a full queue; past it the reservation is released. */
const DEADLINE_MS = 30_000;
/** Of a prompt, in the headers. */
const MOST_WORDS = 10;
const LONGEST_WORD = 30;

/** Reads the prompt first, so that one that cannot be made costs nothing. */
export async function makeEffect(
  deps: EffectDeps,
  caller: Caller,
  request: EffectRequest,
  delivery: Omit<SoundDelivery, 'answerWith'>,
): Promise<Answer> {
  const { effects, codec } = deps;
  const { prompt, seconds, format = 'wav', loop = false, seed = randomInt(2 ** 32) } = request;
  const read = effects.read(prompt, { seconds, loop });
  const { contentType, encode } = codec.encodeSound(format);
  const order = {
    kind: 'sfx' as const,
    prompt,
    model: effects.model,
    unit: 'sfx_clip' as const,
    quantity: 1,
    format,
    contentType,
    deadlineMs: DEADLINE_MS,
    cacheKey: soundKey(caller.accountId, effects, { plan: read.plan, seed, loop, format }),
    make: async (options: { signal: AbortSignal; deadlineMs: number }) => {
      const sound = await effects.render(read.plan, { seed, loop }, options);
      const durationSeconds = (sound.channels[0]?.length ?? 0) / sound.sampleRate;
      return { file: await encode(sound), durationSeconds };
    },
  };
  return deliverSound(deps, caller, order, {
    ...delivery,
    answerWith: ({ file, durationSeconds, historyId, cache }) => ({
      status: 200,
      headers: {
        'content-type': contentType,
        'x-model': effects.model,
        'x-cache': cache,
        'x-seed': String(seed),
        'x-duration-seconds': durationSeconds.toFixed(3),
        'x-history-id': historyId,
        ...describe(read),
      },
      body: file,
    }),
  });
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
