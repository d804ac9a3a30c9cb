import type { Presenter } from '../../engines/video/index.ts';
import type { Caller } from '../../http/index.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import {
  avatarFrom,
  checkVideo,
  checkWebhookUrl,
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
import { type MediaPair, pairSources, type Source } from './sources.ts';

export type PayloadDeps = VideoDeps & {
  presenters: readonly Presenter[];
  outbound: OutboundPolicy;
  /** For media addresses: plain HTTP is fine, unlike for webhooks. */
  mediaOutbound: OutboundPolicy;
};

/** Refuses what is invalid in itself, before anything is looked up or fetched. */
export function checkPayload(
  deps: Pick<PayloadDeps, 'engine' | 'outbound' | 'mediaOutbound'>,
  caller: Caller,
  payload: GenerateRequest,
  sources: readonly Source[],
): MediaPair<Source> {
  const pair = pairSources(payload, sources);
  for (const source of sources) if ('url' in source) judgeUrl(source.url, deps.mediaOutbound);
  checkVideo(deps, caller, payload, { speaks: pair.sound === undefined });
  return pair;
}

/** Checks and prices the video that a payload asks for, once its files are here. */
export async function quotePayload(
  deps: PayloadDeps,
  caller: Caller,
  payload: GenerateRequest,
  { picture, sound }: MediaPair<VideoMedia>,
  requestId: string,
): Promise<VideoQuote> {
  const { text = '', voice_id = DEFAULT_VOICE, model, speed, language, background, options = {} } = payload;
  const webhookUrl = checkWebhookUrl(payload.webhook_url, deps.outbound);
  const wish = { face: options.face, syncMode: options.sync_mode };
  const avatar = picture
    ? avatarFrom(picture, wish)
    : await findAvatar(deps, caller.accountId, {
        ...wish,
        avatarId: payload.avatar_id ?? DEFAULT_AVATAR,
        background,
      });
  const speech = sound
    ? { soundSeconds: sound.duration_seconds ?? 0 }
    : { script: { text, voice_id, model, speed, language } };
  const inputs = sound ? [...avatar.inputs, inputFrom(INPUTS.sound, sound)] : avatar.inputs;
  const video = { ...avatar, speech, inputs, videoModel: payload.video_model, webhookUrl };
  return quoteVideo(deps, caller, video, requestId);
}
