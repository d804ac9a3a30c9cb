import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS, CONTENT_TYPES } from '../../../engines/codec/index.ts';
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

/** On every route that speaks. */
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
  format: Format(AUDIO_FORMATS, 'wav'),
});
export type SpeechRequest = Static<typeof SpeechRequestSchema>;

export const StreamRequestSchema = Type.Composite([
  Type.Omit(SpeechRequestSchema, ['format']),
  Type.Object({ format: Format(AUDIO_FORMATS, 'opus') }),
]);

/** Response headers of every route that returns audio. */
export const SPEECH_HEADERS = {
  'X-Characters': { type: 'integer', description: 'Characters in the text, one credit each.' },
  'X-Model': { type: 'string', description: 'Speech model.' },
  'X-Cache': {
    type: 'string',
    enum: ['hit', 'miss'],
    description: 'Whether the audio came from the cache of your account. The price is the same.',
  },
  'Content-Language': {
    type: 'string',
    description: 'The languages that are spoken, in the order of the text: `en-US, fr`.',
  },
  'X-History-Id': { type: 'string', description: 'Id in GET /api/v1/history.' },
};

const binary = { schema: { type: 'string', format: 'binary' } };
export const SPEECH_CONTENT = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, binary]));

const CaptionFormat = Type.Union([Type.Literal('srt'), Type.Literal('vtt')], {
  description: 'Also return captions in this format.',
});

export const TimedSpeechRequestSchema = Type.Composite([
  SpeechRequestSchema,
  Type.Object({ captions: Type.Optional(CaptionFormat) }),
]);
export type TimedSpeechRequest = Static<typeof TimedSpeechRequestSchema>;

const Seconds = Type.Number({ minimum: 0, description: 'Seconds from the start of the audio.' });
const Offset = Type.Integer({
  minimum: 0,
  description: 'Index of a character (code point) in the text as sent.',
});

export const TimedSpeechSchema = Type.Object({
  audio: Type.String({ description: 'The audio file, base64.' }),
  format: Type.Unsafe<(typeof AUDIO_FORMATS)[number]>({ type: 'string', enum: AUDIO_FORMATS }),
  duration_seconds: Type.Number(),
  characters: Type.Integer({ description: 'Characters charged.' }),
  model: Type.String(),
  history_id: Type.String({
    description: 'Id in GET /api/v1/history. Captions are at /api/v1/tts/{history_id}.srt and .vtt.',
  }),
  words: Type.Array(
    Type.Object({
      word: Type.String({ description: 'As written in the text: "$3.50".' }),
      start: Seconds,
      end: Seconds,
      start_char: Offset,
      end_char: Offset,
    }),
  ),
  languages: Type.Array(
    Type.Object({ language: Type.String({ examples: ['fr'] }), start_char: Offset, end_char: Offset }),
    { description: 'The parts of the text in one language, in order: several with `auto` or marked words.' },
  ),
  alignment: Type.Object(
    {
      characters: Type.Array(Type.String()),
      start_times: Type.Array(Seconds),
      end_times: Type.Array(Seconds),
    },
    { description: 'Three lists of equal length: every character of the text as sent, with its times.' },
  ),
  captions: Type.Optional(Type.String({ description: 'SRT or WebVTT, if requested.' })),
});
export type TimedSpeech = Static<typeof TimedSpeechSchema>;
