import { type Static, Type } from '@sinclair/typebox';
import { SYNC_MODES } from '../../../engines/video/index.ts';
import { SpokenLanguage } from '../speech/index.ts';
import { FaceConsentField, FilmDisclosureField, VideoModel, WebhookUrl } from '../video/index.ts';

const TASK_TYPES = ['tts', 'llm_inference', 'lip_sync', 'unified'] as const;
export const MEDIA_TYPES = ['video', 'audio', 'image'] as const;

const oneOf = <const Choice extends string>(choices: readonly Choice[], description: string) =>
  Type.Union(
    choices.map((choice) => Type.Literal(choice)),
    { description },
  );

const Address = Type.String({
  minLength: 1,
  maxLength: 2_000,
  description: 'Public URL; redirects are not followed. An asset id works too.',
  examples: ['https://files.example.com/clip.mp4'],
});
const AssetId = (description: string) => Type.String({ minLength: 1, maxLength: 100, description });
const SyncModeField = oneOf(
  SYNC_MODES,
  'How to reconcile a clip and audio of different lengths. Default: cut_off.',
);
const Face = Type.Integer({
  minimum: 0,
  maximum: 20,
  description: 'Index of the face that speaks, from the left, starting at 0.',
});

const InputItem = Type.Object({
  type: oneOf(MEDIA_TYPES, 'What the file is: a video, an audio or an image.'),
  url: Type.Optional(Address),
  id: Type.Optional(AssetId('Asset id. Alternative to url.')),
  asset_id: Type.Optional(AssetId('Same as id.')),
});
export type InputItem = Static<typeof InputItem>;

// No defaults here: a filled-in avatar_id or video_model would change the route.
const common = {
  text: Type.Optional(
    Type.String({
      description: 'Text to speak, or prompt for the language model: 1 to 5,000 characters.',
      examples: ['Hello there.'],
    }),
  ),
  voice_id: Type.Optional(Type.String({ minLength: 1, description: 'Default: af_heart.' })),
  avatar_id: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description:
        'A preset of GET /api/v1/avatars, or the id of an image or video asset. Default: `default`.',
    }),
  ),
  background: Type.Optional(
    Type.String({
      maxLength: 100,
      description:
        'Background of a preset avatar: `studio`, `office`, a colour such as `#0b3d91`, or an image asset.',
    }),
  ),
  taskType: Type.Optional(oneOf(TASK_TYPES, 'Default: unified with an input or avatar_id, otherwise tts.')),
  forceCloud: Type.Optional(Type.Boolean({ description: 'Skip the local worker; always create a job.' })),
  model: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'Speech model. Default: kokoro-82m. Ignored by llm_inference.',
    }),
  ),
  video_model: VideoModel,
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2 })),
  language: Type.Optional(SpokenLanguage),
  disclosure: Type.Optional(FilmDisclosureField),
  consent: Type.Optional(FaceConsentField),
  webhook_url: Type.Optional(WebhookUrl),
};

export const GenerateRequestSchema = Type.Object(
  {
    ...common,
    input: Type.Optional(
      Type.Array(InputItem, { maxItems: 10, description: 'One video or image, one audio, or both.' }),
    ),
    options: Type.Optional(
      Type.Object({ sync_mode: Type.Optional(SyncModeField), face: Type.Optional(Face) }),
    ),
  },
  { title: 'GenerateRequest' },
);
export type GenerateRequest = Static<typeof GenerateRequestSchema>;

const File = (description: string) => Type.Optional(Type.String({ format: 'binary', description }));

/** Only the API document uses this schema. The route reads the parts as they stream in. */
export const GenerateFormSchema = Type.Object({
  ...common,
  video: File('Video file. Needs an audio, audio_url or text.'),
  audio: File('Audio file. Needs a video, video_url, image or avatar_id.'),
  image: File('Image of a face. Alternative to video.'),
  video_url: Type.Optional(Address),
  audio_url: Type.Optional(Address),
  image_url: Type.Optional(Address),
  sync_mode: Type.Optional(SyncModeField),
  face: Type.Optional(Face),
});
