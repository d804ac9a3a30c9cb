import { type Static, Type } from '@sinclair/typebox';
import { type Presenter, SYNC_MODES, type SyncMode } from '../../../engines/video/index.ts';
import { SpokenLanguage } from '../speech/index.ts';
import { FILM_DISCLOSURES } from './disclosure.ts';
import { FaceConsentField } from './face-consent.ts';
import { DEFAULT_AVATAR } from './find-avatar.ts';

export const WebhookUrl = Type.String({
  minLength: 1,
  maxLength: 2_048,
  description: 'Webhook URL for this job. Overrides the account default. HTTPS only in production.',
});

export const VideoModel = Type.Optional(
  Type.String({
    maxLength: 100,
    description:
      'Lip-sync model: `vox-lips` (neural), `vox-visemes` (procedural; free plan only), or one that a worker offers (`musetalk`, `latentsync`, `wav2lip`). Default: `musetalk` where a worker offers it, else `vox-lips`.',
  }),
);

export const FilmDisclosureField = Type.Union(
  FILM_DISCLOSURES.map((how) => Type.Literal(how)),
  {
    description:
      'How people are told that a machine made it, in the language of the text. `visible`: a label in the picture during the whole film, and a note in the captions. `audible`: the voice says it before the text, for the price of these characters. Default: `none`, unless the operator chose otherwise.',
  },
);

export const AvatarRequestSchema = Type.Object({
  text: Type.String({ description: 'The script: 1 to 5,000 characters.', examples: ['Hello there.'] }),
  voice_id: Type.Optional(Type.String({ default: 'af_heart', minLength: 1 })),
  avatar_id: Type.Optional(
    Type.String({
      default: DEFAULT_AVATAR,
      minLength: 1,
      maxLength: 100,
      description: 'A preset from GET /api/v1/avatars, or an image or video asset that shows a face.',
    }),
  ),
  background: Type.Optional(
    Type.String({
      default: 'studio',
      maxLength: 100,
      description:
        'Background of a preset: `studio`, `office`, a colour such as `#0b3d91`, or an image asset.',
    }),
  ),
  sync_mode: Type.Optional(
    Type.Unsafe<SyncMode>({
      type: 'string',
      enum: [...SYNC_MODES],
      default: 'loop',
      description:
        'How a video asset is fitted to the speech: `loop` or `bounce` repeats it, `remap` stretches it, `silence` keeps all of both, `cut_off` ends with the shorter one.',
    }),
  ),
  model: Type.Optional(Type.String({ default: 'kokoro-82m' })),
  video_model: VideoModel,
  speed: Type.Optional(Type.Number({ minimum: 0.5, maximum: 2, default: 1 })),
  language: Type.Optional(SpokenLanguage),
  disclosure: Type.Optional(FilmDisclosureField),
  consent: Type.Optional(FaceConsentField),
  webhook_url: Type.Optional(WebhookUrl),
});
export type AvatarRequest = Static<typeof AvatarRequestSchema>;

const AvatarView = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    gender: Type.String(),
    age: Type.String(),
    description: Type.String(),
    thumbnail_url: Type.String(),
  },
  { title: 'Avatar' },
);
export const AvatarList = Type.Object({ avatars: Type.Array(AvatarView) });

export function viewOfAvatar({ id, name, gender, age, description }: Presenter, publicUrl: string) {
  return { id, name, gender, age, description, thumbnail_url: `${publicUrl}/api/v1/avatars/${id}/thumbnail` };
}
