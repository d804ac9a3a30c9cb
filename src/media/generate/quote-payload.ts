import { type Presenter, SYNC_MODES } from '../../../engines/video/index.ts';
import type { Caller } from '../../http/index.ts';
import { judgeUrl, type OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import { checkWebhookUrl } from '../../work/webhooks/index.ts';
import type { ReadSpeech } from '../speech/index.ts';
import {
  avatarFrom,
  checkVideo,
  DEFAULT_AVATAR,
  type DisclosureRule,
  filmDisclosureOf,
  findAvatar,
  INPUTS,
  inputFrom,
  labelOf,
  mayBeClip,
  quoteVideo,
  readScript,
  type VideoDeps,
  type VideoMedia,
  type VideoQuote,
} from '../video/index.ts';
import type { GenerateRequest } from './schemas.ts';
import { type MediaPair, pairSources, type Source } from './sources.ts';

export type PayloadDeps = VideoDeps &
  DisclosureRule & {
    presenters: readonly Presenter[];
    outbound: OutboundPolicy;
    /** Applies to media addresses. Plain HTTP is fine for them, unlike for webhooks. */
    mediaOutbound: OutboundPolicy;
  };

/** Refuses what is invalid in itself, before anything is looked up or fetched. */
export function checkPayload(
  deps: Pick<PayloadDeps, 'engine' | 'outbound' | 'mediaOutbound' | 'filmDisclosure'>,
  caller: Caller,
  payload: GenerateRequest,
  sources: readonly Source[],
): MediaPair<Source> {
  const pair = pairSources(payload, sources);
  for (const source of sources) if ('url' in source) judgeUrl(source.url, deps.mediaOutbound);
  const speaks = pair.sound === undefined;
  checkVideo(deps, caller, payload, { speaks });
  filmDisclosureOf(deps, payload, { speaks });
  return pair;
}

/** The same for its text, if it has one to speak. */
export async function readPayloadScript(
  deps: PayloadDeps,
  caller: Caller,
  payload: GenerateRequest,
  { picture, sound }: MediaPair<Source>,
): Promise<ReadSpeech | null> {
  if (sound) return null;
  const isClip = picture ? picture.type === 'video' : mayBeClip(payload.avatar_id ?? DEFAULT_AVATAR);
  const { sync_mode: syncMode = SYNC_MODES[0] } = payload.options ?? {};
  const disclosure = filmDisclosureOf(deps, payload, { speaks: true });
  return readScript(deps, caller, { ...payload, disclosure }, isClip ? syncMode : undefined);
}

/** Checks and prices the video that a payload asks for, once its script is read and its files are here. */
export async function quotePayload(
  deps: PayloadDeps,
  caller: Caller,
  payload: GenerateRequest,
  script: ReadSpeech | null,
  { picture, sound }: MediaPair<VideoMedia>,
  requestId: string,
): Promise<VideoQuote> {
  const { background, consent, options = {} } = payload;
  const webhookUrl = checkWebhookUrl(payload.webhook_url, deps.outbound);
  const wish = { face: options.face, syncMode: options.sync_mode };
  const avatar = picture
    ? avatarFrom(picture, wish)
    : await findAvatar(deps, caller.accountId, {
        ...wish,
        avatarId: payload.avatar_id ?? DEFAULT_AVATAR,
        background,
      });
  const speech = script ? { script } : { soundSeconds: sound?.duration_seconds ?? 0 };
  const inputs = sound ? [...avatar.inputs, inputFrom(INPUTS.sound, sound)] : avatar.inputs;
  const disclosure = filmDisclosureOf(deps, payload, { speaks: script !== null });
  const label = labelOf(disclosure, { script, language: payload.language });
  const video = { ...avatar, speech, inputs, videoModel: payload.video_model, label, consent, webhookUrl };
  return quoteVideo(deps, caller, video, requestId);
}
