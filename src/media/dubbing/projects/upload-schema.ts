import { Type } from '@sinclair/typebox';
import { SYNC_MODES } from '../../../../engines/video/index.ts';
import { WebhookUrl } from '../../video/index.ts';
import { oneOf } from './schemas.ts';

const Flag = (description: string, byDefault: boolean) => Type.Boolean({ description, default: byDefault });

/** Only the API document uses this schema. The route reads the parts as they stream in. */
export const DubUpload = Type.Object({
  file: Type.Optional(
    Type.String({ format: 'binary', description: 'A video or a sound, within the caps of your plan.' }),
  ),
  dub_id: Type.Optional(
    Type.String({
      description: 'Instead of a file: another dub of yours, whose film and hearing are shared at no charge.',
    }),
  ),
  target_language: Type.String({ description: 'ISO code. GET /api/v1/dub lists them.', examples: ['en'] }),
  source_language: Type.Optional(Type.String({ description: 'ISO code. Detected when absent or `auto`.' })),
  script: Type.Optional(
    Type.String({
      description:
        'What is said: plain text with a line per row, SRT or VTT. With times, nothing is transcribed.',
    }),
  ),
  script_language: Type.Optional(
    Type.String({
      description:
        'Language of the script, detected when absent. In the target language it is spoken as it is.',
    }),
  ),
  voice_id: Type.Optional(
    Type.String({ description: 'Voice of every speaker. When absent, each gets one like their own.' }),
  ),
  num_speakers: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 20,
      description:
        'Detected when absent. If fewer voices can be told apart, there are fewer, and every line is `speaker_unsure`.',
    }),
  ),
  start: Type.Optional(Type.Number({ minimum: 0, description: 'Dub only from this second of the film.' })),
  end: Type.Optional(Type.Number({ minimum: 0, description: 'Dub only until this second of the film.' })),
  consent: Type.Optional(
    Flag(
      'Agrees to the text of GET /api/voices/consent for all speakers: each gets a voice made from their own lines. Without it they get the most similar preset.',
      false,
    ),
  ),
  glossary: Type.Optional(
    Type.String({ description: 'JSON object: terms of the source language with the words to use for them.' }),
  ),
  lip_sync: Type.Optional(Flag('Whether lips follow the new words. Videos only.', true)),
  sync_mode: Type.Optional(oneOf(SYNC_MODES)),
  fit: Type.Optional(
    oneOf(
      ['speech', 'picture'],
      '`picture`: where a line is too long, the picture is slowed down instead of the line being rushed.',
    ),
  ),
  drop_background: Type.Optional(Flag('Whether music and noise of the original are left out.', false)),
  name: Type.Optional(Type.String({ maxLength: 200 })),
  webhook_url: Type.Optional(WebhookUrl),
});
