import { Type } from '@sinclair/typebox';

/** The parts themselves are read as they stream in, so nothing is required here. */
export const TranscriptionFormSchema = Type.Object({
  file: Type.Optional(Type.String({ format: 'binary', description: '180 s and 15 MB at most.' })),
  model: Type.Optional(Type.String({ examples: ['whisper-1'] })),
  language: Type.Optional(Type.String({ description: 'ISO 639-1; detected when absent.' })),
  prompt: Type.Optional(Type.String({ description: 'Accepted and not used.' })),
  response_format: Type.Optional(
    Type.String({ description: 'json, text, srt, verbose_json or vtt.', default: 'json' }),
  ),
  temperature: Type.Optional(Type.Number({ description: 'Accepted and not used.' })),
  'timestamp_granularities[]': Type.Optional(
    Type.String({ description: '`word` adds words with times to verbose_json.' }),
  ),
});

export const TranscriptionSchema = Type.Object({
  text: Type.String(),
  task: Type.Optional(Type.String()),
  language: Type.Optional(Type.String()),
  duration: Type.Optional(Type.Number()),
  segments: Type.Optional(Type.Array(Type.Object({}, { additionalProperties: true }))),
  words: Type.Optional(
    Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })),
  ),
  usage: Type.Optional(Type.Object({}, { additionalProperties: true })),
});
