import type { Presenter } from '../../engines/video/index.ts';
import type { Caller } from '../../http/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { checkVideo, checkWebhookUrl } from './check-video.ts';
import { DEFAULT_AVATAR, findAvatar } from './find-avatar.ts';
import { orderVideo, type VideoDeps, type VideoOrder } from './order-video.ts';
import type { AvatarRequest } from './schemas.ts';

export const DEFAULT_VOICE = 'af_heart';

export type AvatarDeps = VideoDeps & { presenters: readonly Presenter[]; outbound: OutboundPolicy };

/** Somebody on screen who says a text. */
export async function orderAvatar(
  deps: AvatarDeps,
  caller: Caller,
  request: AvatarRequest,
  requestId: string,
): Promise<VideoOrder> {
  const { text, model, speed, language, background } = request;
  const script = { text, voice_id: request.voice_id ?? DEFAULT_VOICE, model, speed, language };
  checkVideo(deps, caller, request, { speaks: true });
  const webhookUrl = checkWebhookUrl(request.webhook_url, deps.outbound);
  const avatarId = request.avatar_id ?? DEFAULT_AVATAR;
  const avatar = await findAvatar(deps, caller.accountId, { avatarId, background });
  const wish = { speech: { script }, ...avatar, videoModel: request.video_model, webhookUrl };
  return orderVideo(deps, caller, wish, requestId);
}
