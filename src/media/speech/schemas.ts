import { type Static, Type } from '@sinclair/typebox';

export const SpeechRequestSchema = Type.Object({
  text: Type.String({ description: 'What to say: 1 to 5,000 characters.', examples: ['Hello there.'] }),
  voice_id: Type.String({
    description: 'A voice of GET /api/v1/voices.',
    minLength: 1,
    examples: ['af_heart'],
  }),
  model: Type.Optional(Type.String({ default: 'kokoro-82m' })),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  language: Type.Optional(
    Type.String({ description: 'ISO code; the language of the voice unless set.', maxLength: 35 }),
  ),
  format: Type.Optional(Type.Literal('wav', { default: 'wav' })),
});
export type SpeechRequest = Static<typeof SpeechRequestSchema>;
