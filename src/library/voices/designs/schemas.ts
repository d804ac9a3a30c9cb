import { type Static, Type } from '@sinclair/typebox';
import { NextCursor } from '../../../http/index.ts';
import { FastSpeech } from '../adaptation/fast-speech.ts';
import { ENGINE_NAME, VOICE_ENGINES } from '../custom-voice.ts';

export const PROMPT_CHARACTERS = { min: 8, max: 2_000 };
export const MOST_PREVIEW_CHARACTERS = 1_000;
const MOST_CANDIDATES = 3;
/** Without a seed, a preview and the design that follows it are the same voice. */
export const DEFAULT_SEED = 0;

const oneOf = <const Values extends readonly string[]>(values: Values, options: object = {}) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: values, ...options });

const Prompt = Type.String({
  description: `Describes the voice in English, in ${PROMPT_CHARACTERS.min} to ${PROMPT_CHARACTERS.max.toLocaleString('en')} characters.`,
  examples: ['A warm, slightly husky storyteller in her sixties, unhurried'],
});
const Engine = Type.String({
  pattern: ENGINE_NAME,
  default: VOICE_ENGINES[0],
  description: `The engine you ask for: ${VOICE_ENGINES.join(', ')}, or one that a worker of this service offers. \`served_by\` in the record says which one made the voice.`,
});
const Seed = Type.Integer({
  minimum: 0,
  maximum: 2 ** 31 - 1,
  description: `Another seed gives another voice for the same description; the same one gives the same voice. Default: ${DEFAULT_SEED}.`,
});
const PreviewText = Type.String({
  minLength: 1,
  description: `What the preview says, at most ${MOST_PREVIEW_CHARACTERS.toLocaleString('en')} characters. Default: a short sentence in the language.`,
});

/** Defaults are not in the schema: what is absent must look absent, because a blend takes none of these. */
const Described = {
  language: Type.Optional(
    Type.String({
      maxLength: 35,
      description: 'ISO code of a language that the voices speak. Default: en.',
    }),
  ),
  gender: Type.Optional(oneOf(['male', 'female', 'neutral'])),
  age: Type.Optional(oneOf(['young', 'adult', 'mature'])),
  accent: Type.Optional(
    Type.String({ maxLength: 100, description: 'A hint.', examples: ['soft British accent'] }),
  ),
  preview_text: Type.Optional(PreviewText),
  engine: Type.Optional(Engine),
  seed: Type.Optional(Seed),
};

export const PreviewRequestSchema = Type.Object({
  prompt: Prompt,
  ...Described,
  candidates: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MOST_CANDIDATES,
      description:
        'Voices to choose from, with consecutive seeds. Needs `Accept: application/json`. Default: 1.',
    }),
  ),
});
export type PreviewRequest = Static<typeof PreviewRequestSchema>;

export const DesignRequestSchema = Type.Object({
  prompt: Type.Optional(Prompt),
  blend: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 400,
      description:
        'Saves a blend of presets as a voice, instead of a `prompt`. It sets language and sound, so that only `name`, `preview_text`, `engine` and `webhook_url` go with it.',
      examples: ['af_heart(2)+am_adam(1)'],
    }),
  ),
  name: Type.Optional(Type.String({ description: '1 to 200 visible characters.' })),
  ...Described,
  webhook_url: Type.Optional(
    Type.String({
      description: 'Called with design.ready or design.failed. Overrides the account default.',
      maxLength: 2_000,
    }),
  ),
});
export type DesignRequest = Static<typeof DesignRequestSchema>;

export const PreviewsSchema = Type.Object({
  previews: Type.Array(
    Type.Object({
      seed: Type.Integer({ description: 'Create the design with this seed to get this voice.' }),
      audio: Type.String({ description: 'WAV, base64.' }),
    }),
  ),
});

const nullable = <Schema extends ReturnType<typeof Type.String | typeof Type.Integer>>(
  schema: Schema,
  options: object = {},
) => Type.Union([schema, Type.Null()], options);
const Words = (description: string) => Type.Array(Type.String(), { description });

export const DesignSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', description: 'The voice_id.' }),
    voice_id: Type.String({ format: 'uuid' }),
    name: Type.String(),
    status: oneOf(['queued', 'ready', 'failed']),
    prompt: nullable(Type.String(), { description: 'Null for a saved blend.' }),
    blend: nullable(Type.String(), { description: 'The blend that was saved. Null for a description.' }),
    engine: Type.String({ description: 'The engine that was asked for.' }),
    served_by: nullable(Type.String(), { description: 'The engine that made the voice. Null until ready.' }),
    language: Type.String(),
    gender: nullable(Type.String(), { description: 'As asked for, or as chosen from the description.' }),
    age: nullable(Type.String()),
    accent: nullable(Type.String()),
    seed: nullable(Type.Integer()),
    base_voice: nullable(Type.String(), {
      description: 'The preset that sets language and accent. Null until ready.',
    }),
    fast_speech: FastSpeech,
    understood: Words('Words of the description that shaped the voice.'),
    ignored: Words('Words of the description that had no effect.'),
    remix_of: nullable(Type.String({ format: 'uuid' })),
    error: nullable(Type.String()),
    error_code: nullable(Type.String()),
    created_at: Type.String({ format: 'date-time' }),
  },
  { title: 'VoiceDesign' },
);
export type DesignView = Static<typeof DesignSchema>;

export const NewDesignSchema = Type.Object({
  design: DesignSchema,
  voice_id: Type.String({ format: 'uuid' }),
  poll: Type.String({ description: 'Path to poll.' }),
});

export const DesignPage = Type.Object({ designs: Type.Array(DesignSchema), next_cursor: NextCursor });
export const DesignParams = Type.Object({ id: Type.String({ maxLength: 100 }) });
export const RenameDesignSchema = Type.Object({
  name: Type.String({ description: '1 to 200 visible characters.' }),
});
