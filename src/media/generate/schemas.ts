import { type Static, Type } from '@sinclair/typebox';
import { SYNC_MODES } from '../../engines/video/index.ts';
import { VideoModel, WebhookUrl } from '../video/index.ts';

export const TASK_TYPES = ['tts', 'llm_inference', 'lip_sync', 'unified'] as const;
export const MEDIA_TYPES = ['video', 'audio', 'image'] as const;

const oneOf = <const Choice extends string>(choices: readonly Choice[], description: string) =>
  Type.Union(
    choices.map((choice) => Type.Literal(choice)),
    { description },
  );

const Address = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'A public address; redirects are not followed. An asset id may stand here too.',
  examples: ['https://files.example.com/clip.mp4'],
});
const AssetId = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const SyncModeField = oneOf(
  SYNC_MODES,
  'How a clip and a sound of different lengths meet; cut_off unless set.',
);
const Face = Type.Integer({
  minimum: 0,
  maximum: 20,
  description: 'Which face speaks, counted from the left beginning with 0.',
});

const InputItem = Type.Object({
  type: oneOf(MEDIA_TYPES, 'What it is for: the picture or the sound.'),
  url: Type.Optional(Address),
  id: Type.Optional(AssetId('An asset, instead of url.')),
  asset_id: Type.Optional(AssetId('The same as id.')),
});
export type InputItem = Static<typeof InputItem>;

// No defaults here: a filled-in avatar_id or video_model would read as a wish of the caller.
const common = {
  text: Type.Optional(
    Type.String({
      description: 'What is said, or asked of the language model: 1 to 5,000 characters.',
      examples: ['Hello there.'],
    }),
  ),
  voice_id: Type.Optional(Type.String({ minLength: 1, description: 'af_heart unless set.' })),
  avatar_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A preset of GET /api/v1/avatars, or an image or video asset; `default` unless set.',
    }),
  ),
  background: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Behind a preset: `studio`, `office`, a colour such as `#0b3d91`, or an image asset.',
    }),
  ),
  taskType: Type.Optional(
    oneOf(TASK_TYPES, 'Without it: unified where there is an input or an avatar_id, else tts.'),
  ),
  forceCloud: Type.Optional(Type.Boolean({ description: 'Never the local worker; always a job.' })),
  model: Type.Optional(
    Type.String({ maxLength: 100, description: 'The speech model: kokoro-82m. llm_inference ignores it.' }),
  ),
  video_model: VideoModel,
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2 })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  webhook_url: Type.Optional(WebhookUrl),
};

export const GenerateRequestSchema = Type.Object(
  {
    ...common,
    input: Type.Optional(
      Type.Array(InputItem, { maxItems: 10, description: 'A picture (video or image), a sound, or both.' }),
    ),
    options: Type.Optional(
      Type.Object({ sync_mode: Type.Optional(SyncModeField), face: Type.Optional(Face) }),
    ),
  },
  { title: 'GenerateRequest' },
);
export type GenerateRequest = Static<typeof GenerateRequestSchema>;

const File = (description: string) => Type.Optional(Type.String({ format: 'binary', description }));

/** What the form looks like; the parts themselves are read as they stream in. */
export const GenerateFormSchema = Type.Object({
  ...common,
  video: File('The clip; it needs an audio, audio_url or text.'),
  audio: File('The sound; it needs a video, video_url, or an avatar_id.'),
  image: File('A picture with a face, instead of a video.'),
  video_url: Type.Optional(Address),
  audio_url: Type.Optional(Address),
  image_url: Type.Optional(Address),
  sync_mode: Type.Optional(SyncModeField),
  face: Type.Optional(Face),
});
