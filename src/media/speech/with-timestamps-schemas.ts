import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS } from '../../engines/codec/index.ts';
import { SpeechRequestSchema } from './schemas.ts';

const CaptionFormat = Type.Union([Type.Literal('srt'), Type.Literal('vtt')], {
  description: 'Also answer with captions in this format.',
});

export const TimedSpeechRequestSchema = Type.Composite([
  SpeechRequestSchema,
  Type.Object({ captions: Type.Optional(CaptionFormat) }),
]);
export type TimedSpeechRequest = Static<typeof TimedSpeechRequestSchema>;

const Seconds = Type.Number({ minimum: 0, description: 'Seconds from the beginning of the audio.' });
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
    description: 'Its id in GET /api/v1/history; its captions are at /api/v1/tts/{history_id}.srt and .vtt.',
  }),
  words: Type.Array(
    Type.Object({
      word: Type.String({ description: 'As it is written in the text: "$3.50".' }),
      start: Seconds,
      end: Seconds,
      start_char: Offset,
      end_char: Offset,
    }),
  ),
  alignment: Type.Object(
    {
      characters: Type.Array(Type.String()),
      start_times: Type.Array(Seconds),
      end_times: Type.Array(Seconds),
    },
    { description: 'Three lists of one length: every character of the text as sent, with its time.' },
  ),
  captions: Type.Optional(Type.String({ description: 'SRT or WebVTT, when asked for.' })),
});
export type TimedSpeech = Static<typeof TimedSpeechSchema>;
