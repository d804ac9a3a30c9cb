import { type Static, Type } from '@sinclair/typebox';
import { SOUND_CONTENT_TYPES, SOUND_FORMATS, type SoundFormat } from '../../../engines/codec/index.ts';
import { LONGEST_SECONDS, SHORTEST_SECONDS } from '../../../engines/sound-effects/index.ts';
import { SoundModels } from '../sound/index.ts';

export const EffectRequestSchema = Type.Object(
  {
    prompt: Type.String({
      minLength: 1,
      maxLength: 500,
      description:
        'What to hear, in English: kinds from GET /api/v1/sfx with size, distance, speed, material, count, room and length. "and", "over" and "with" join up to four layers, "then" puts one after the other.',
      examples: ['thunder over heavy rain, far away', 'three knocks on a wooden door'],
    }),
    seconds: Type.Optional(
      Type.Number({
        minimum: SHORTEST_SECONDS,
        maximum: LONGEST_SECONDS,
        description: 'Default: what the prompt says, or what is usual for the kind.',
        examples: [2.5],
      }),
    ),
    seed: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 2 ** 32 - 1,
        description:
          'The same request with the same seed gives the same sound, and the same bytes while the first is in the history. Random if absent; see `X-Seed`.',
        examples: [7],
      }),
    ),
    format: Type.Optional(
      Type.Unsafe<SoundFormat>({
        type: 'string',
        enum: [...SOUND_FORMATS],
        default: 'wav',
        description: 'WAV and FLAC have 16 bits, ogg is Vorbis.',
      }),
    ),
    model: Type.Optional(
      Type.String({
        maxLength: 100,
        description:
          'From `models` of GET /api/v1/sfx. Default: the service’s own. A worker’s model reads the prompt in its own way and may not repeat itself.',
      }),
    ),
    loop: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'The end runs into the beginning without a seam. For kinds that go on, such as rain. With MP3 some players leave a gap.',
      }),
    ),
  },
  { title: 'EffectRequest' },
);
export type EffectRequest = Static<typeof EffectRequestSchema>;

const words = 'separated by commas, each percent-encoded';

export const EFFECT_HEADERS = {
  'X-Model': { type: 'string', description: 'What made the sound.' },
  'X-Cache': {
    type: 'string',
    enum: ['hit', 'miss'],
    description: 'Whether it is a copy of what your account made before. The price is the same.',
  },
  'X-Seed': { type: 'integer', description: 'Send it as `seed` to get the same sound again.' },
  'X-Duration-Seconds': { type: 'number', description: 'Length of the sound.' },
  'X-History-Id': { type: 'string', description: 'Id in GET /api/v1/history.' },
  'X-Provenance-Id': { type: 'string', description: 'Id in GET /api/v1/provenance.' },
  'X-Sfx-Kinds': {
    type: 'string',
    description: 'The kinds that were made, separated by commas.',
  },
  'X-Sfx-Match': {
    type: 'string',
    enum: ['exact', 'nearest'],
    description: '`nearest`: the prompt names no kind; this one is related, or spelt almost like it.',
  },
  'X-Sfx-Confidence': {
    type: 'number',
    description: 'From 0 to 1. Under 0.6 for the nearest kind.',
  },
  'X-Sfx-Understood': {
    type: 'string',
    description: `Words of the prompt that were used, ${words}.`,
  },
  'X-Sfx-Ignored': {
    type: 'string',
    description: `Words of the prompt that were not, ${words}.`,
  },
};

const binary = { schema: { type: 'string', format: 'binary' } };
export const EFFECT_CONTENT = Object.fromEntries(
  Object.values(SOUND_CONTENT_TYPES).map((type) => [type, binary]),
);

export const EffectCatalogSchema = Type.Object(
  {
    model: Type.String(),
    models: SoundModels,
    kinds: Type.Array(
      Type.Object({
        name: Type.String(),
        family: Type.String(),
        words: Type.Array(Type.String(), { description: 'Some of the phrases that name it.' }),
        seconds: Type.Number({ description: 'Length when none is asked for.' }),
        loopable: Type.Boolean(),
        preview_url: Type.String(),
      }),
    ),
    rooms: Type.Array(Type.String()),
    formats: Type.Array(Type.String()),
    limits: Type.Object({ min_seconds: Type.Number(), max_seconds: Type.Number() }),
    credits_per_clip: Type.Integer(),
  },
  { title: 'EffectCatalog' },
);
export type EffectCatalog = Static<typeof EffectCatalogSchema>;
