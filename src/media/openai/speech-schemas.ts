import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS, type AudioFormat } from '../../engines/codec/index.ts';
import type { SpeechRequest } from '../speech/index.ts';
import { OPENAI_VOICES, voiceIdOf } from './voices.ts';

export const SPEECH_MODELS = ['tts-1', 'tts-1-hd', 'kokoro-82m'] as const;

export const OpenAiSpeechBody = Type.Object({
  model: Type.Unsafe<string>({
    type: 'string',
    enum: SPEECH_MODELS,
    description: 'All are the same voice model.',
  }),
  input: Type.String({ description: 'What to say: 1 to 5,000 characters.', examples: ['Hello there.'] }),
  voice: Type.String({
    minLength: 1,
    description: `${OPENAI_VOICES.join(', ')}, or any voice of GET /api/v1/voices.`,
    examples: ['alloy', 'af_heart'],
  }),
  response_format: Type.Optional(
    Type.Unsafe<AudioFormat>({ type: 'string', enum: AUDIO_FORMATS, default: 'mp3' }),
  ),
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  stream_format: Type.Optional(Type.Literal('audio', { default: 'audio' })),
  instructions: Type.Optional(
    Type.String({ description: 'Taken and, as with tts-1, not followed.', maxLength: 5_000 }),
  ),
});

export function speechRequestOf(body: Static<typeof OpenAiSpeechBody>): SpeechRequest {
  const { input: text, voice, response_format: format = 'mp3', speed } = body;
  return { text, voice_id: voiceIdOf(voice), format, ...(speed !== undefined && { speed }) };
}
