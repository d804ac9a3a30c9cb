import type { Presenter } from '../../engines/video/index.ts';
import type { Caller } from '../../http/index.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import {
  avatarFrom,
  DEFAULT_AVATAR,
  DEFAULT_VOICE,
  findAvatar,
  INPUTS,
  inputFrom,
  quoteVideo,
  type VideoDeps,
  type VideoMedia,
  type VideoQuote,
} from '../video/index.ts';
import type { GenerateRequest } from './schemas.ts';
import type { Cast } from './sources.ts';

export type FilmDeps = VideoDeps & { presenters: readonly Presenter[]; outbound: OutboundPolicy };

/** The film that a generate payload asks for, its files found. */
export async function orderFilm(
  deps: FilmDeps,
  caller: Caller,
  request: GenerateRequest,
  { picture, sound }: Cast<VideoMedia>,
  requestId: string,
): Promise<VideoQuote> {
  const { text = '', voice_id = DEFAULT_VOICE, model, speed, language, background, options = {} } = request;
  const webhookUrl = webhookOf(request, deps.outbound);
  const wish = { face: options.face, syncMode: options.sync_mode };
  const avatar = picture
    ? avatarFrom(picture, wish)
    : await findAvatar(deps, caller.accountId, {
        ...wish,
        avatarId: request.avatar_id ?? DEFAULT_AVATAR,
        background,
      });
  const speech = sound
    ? { soundSeconds: sound.duration_seconds ?? 0 }
    : { script: { text, voice_id, model, speed, language } };
  const inputs = sound ? [...avatar.inputs, inputFrom(INPUTS.sound, sound)] : avatar.inputs;
  const film = { ...avatar, speech, inputs, videoModel: request.video_model, webhookUrl };
  return quoteVideo(deps, caller, film, requestId);
}

export function webhookOf(
  { webhook_url: url }: { webhook_url?: string | undefined },
  outbound: OutboundPolicy,
): string | undefined {
  return url && judgeUrl(url, outbound).href;
}
