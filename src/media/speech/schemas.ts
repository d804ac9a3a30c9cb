import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS } from '../../../engines/codec/index.ts';
import { RequestPronunciations } from '../pronunciations/index.ts';
import { SPEECH_DISCLOSURES } from './disclosure.ts';

const Format = (formats: readonly string[], fallback: string) =>
  Type.Optional(
    Type.Unsafe<(typeof AUDIO_FORMATS)[number]>({
      type: 'string',
      enum: formats,
      default: fallback,
      description: 'opus is an Ogg file, aac an ADTS stream, pcm 16-bit little-endian mono at 24 kHz.',
    }),
  );

const SpeechDisclosureField = Type.Union(
  SPEECH_DISCLOSURES.map((how) => Type.Literal(how)),
  {
    description:
      '`audible`: before the text the voice says, in its language, that a computer made it. The sentence and a line break cost their characters like the text. Default: `none`, unless the operator chose otherwise.',
  },
);

/** Every route that speaks takes this field. */
export const SpokenLanguage = Type.String({
  maxLength: 35,
  description:
    'ISO code of the language of the text. Any voice speaks any language of the service; GET /api/v1/voices tells how well. `auto` detects the language of each sentence. Default: the language of the voice.',
  examples: ['de', 'auto'],
});

export const SpeechRequestSchema = Type.Object({
  text: Type.String({
    description:
      'Text to speak, 1 to 5,000 characters. May contain `[pause:0.8s]`, `[word](/wɜːd/)` and `[lang:fr]bon appétit[/lang]`, or be SSML: break, prosody (rate), say-as, phoneme, sub, lang, p and s inside `<speak>`, the last three and speak with `xml:lang`. Read out in full, it may be six times as long (always 1,000 characters, at most 10,000); pauses may last 0.25 s per character (always 10 s, at most 120 s).',
    examples: ['Hello there.'],
  }),
  voice_id: Type.String({
    description: 'A voice id from GET /api/v1/voices, or a blend of up to four: `af_heart(2)+am_adam(1)`.',
    minLength: 1,
    examples: ['af_heart'],
  }),
  model: Type.Optional(Type.String({ default: 'kokoro-82m' })),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  language: Type.Optional(SpokenLanguage),
  pronunciations: Type.Optional(RequestPronunciations),
  disclosure: Type.Optional(SpeechDisclosureField),
  format: Format(AUDIO_FORMATS, 'wav'),
});
export type SpeechRequest = Static<typeof SpeechRequestSchema>;

export const StreamRequestSchema = Type.Composite([
  Type.Omit(SpeechRequestSchema, ['format']),
  Type.Object({ format: Format(AUDIO_FORMATS, 'opus') }),
]);

/** Response headers of every route that returns audio. */
