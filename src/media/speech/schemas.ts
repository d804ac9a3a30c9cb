import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS, CONTENT_TYPES } from '../../engines/codec/index.ts';
import { RequestPronunciations } from '../pronunciations/index.ts';

const Format = (formats: readonly string[], fallback: string) =>
  Type.Optional(
    Type.Unsafe<(typeof AUDIO_FORMATS)[number]>({
      type: 'string',
      enum: formats,
      default: fallback,
      description: 'opus is an Ogg file, aac an ADTS stream, pcm 16-bit little-endian mono at 24 kHz.',
    }),
  );

export const SpeechRequestSchema = Type.Object({
  text: Type.String({
    description:
      'What to say: 1 to 5,000 characters. It may have `[pause:0.8s]` and `[word](/wɜːd/)` in it, or be SSML: break, prosody (rate), say-as, phoneme, sub, p and s inside `<speak>`.',
    examples: ['Hello there.'],
  }),
  voice_id: Type.String({
    description: 'A voice of GET /api/v1/voices, or a blend of up to four: `af_heart(2)+am_adam(1)`.',
    minLength: 1,
    examples: ['af_heart'],
  }),
  model: Type.Optional(Type.String({ default: 'kokoro-82m' })),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  language: Type.Optional(
    Type.String({ description: 'ISO code; the language of the voice unless set.', maxLength: 35 }),
  ),
  pronunciations: Type.Optional(RequestPronunciations),
  format: Format(AUDIO_FORMATS, 'wav'),
});
export type SpeechRequest = Static<typeof SpeechRequestSchema>;

export const StreamRequestSchema = Type.Composite([
  Type.Omit(SpeechRequestSchema, ['format']),
  Type.Object({ format: Format(AUDIO_FORMATS, 'opus') }),
]);

/** For the description of every answer that is speech. */
export const SPEECH_HEADERS = {
  'X-Characters': { schema: { type: 'integer' }, description: 'Characters of the text, one credit each.' },
  'X-Model': { schema: { type: 'string' }, description: 'The model that spoke.' },
  'X-Cache': {
    schema: { type: 'string', enum: ['hit', 'miss'] },
    description: 'Whether the sound was made for an earlier call of yours. The price is the same.',
  },
  'X-History-Id': { schema: { type: 'string' }, description: 'Its id in GET /api/v1/history.' },
};

const binary = { schema: { type: 'string', format: 'binary' } };
export const SPEECH_CONTENT = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, binary]));
