import type { LipsyncModel } from '../../../engines/lipsync/index.ts';
import { isRemote, type SpeechEngine } from '../../../engines/speech/index.ts';
import type { Presenter } from '../../../engines/video/index.ts';
import { type Caller, payerOf } from '../../http/index.ts';
import { creditsToReserve } from '../../money/ledger/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { billableQuantity, creditsFor } from '../../money/pricing/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import type { JobChargeRequest, JobInput, NewJob } from '../../work/jobs/index.ts';
import { checkWebhookUrl } from '../../work/webhooks/index.ts';
import { quoteSpeech, type ReadSpeech, type SpeechQuote } from '../speech/index.ts';
import { checkVideo, readScript } from './check-video.ts';
import { type DisclosureRule, filmDisclosureOf, labelOf } from './disclosure.ts';
import { consentedFaceOf, type FaceRule } from './face-consent.ts';
import { DEFAULT_AVATAR, findAvatar, mayBeClip } from './find-avatar.ts';
import { chooseLipsync, type IsOffered, lipsyncMissing } from './lipsync-models.ts';
import { PICTURE_LABELS, REMOTE_VOICES } from './render-video.ts';
import type { AvatarRequest } from './schemas.ts';
import { allowedSeconds, speechSeconds } from './video-length.ts';
import type { VideoRequest } from './video-request.ts';

export type VideoDeps = FaceRule & { db: Db; clock: Clock; engine: SpeechEngine; isOffered: IsOffered };
export type AvatarDeps = VideoDeps &
  DisclosureRule & { presenters: readonly Presenter[]; outbound: OutboundPolicy };

/** A requested video, with its files received and its avatar resolved. */
export type VideoSpec = {
  /** The script, or the length of the audio input. */
  speech: { script: ReadSpeech } | { soundSeconds: number };
  picture: VideoRequest['picture'];
  inputs: readonly JobInput[];
  videoModel?: string | undefined;
  /** The language of the label in the picture. */
  label?: string | undefined;
  faceHash: string | null;
  /** Whether the face may be shown like that. */
  consent?: boolean | undefined;
  webhookUrl?: string | undefined;
};

export type VideoQuote = {
  job: NewJob;
  characters: number;
  estimatedSeconds: number;
  /** Credits that the job reserves. */
  credits: number;
  /** The custom voice that speaks, which may be behind a listing. Null for presets and recorded sound. */
  customVoiceId: string | null;
  /** Consent was given to a film of this picture or clip. */
  consentedFaceHash: string | null;
};

/** POST /api/v1/avatar: a person on screen who speaks a script. */
export async function quoteAvatar(
  deps: AvatarDeps,
  caller: Caller,
  request: AvatarRequest,
  requestId: string,
): Promise<VideoQuote> {
  checkVideo(deps, caller, request, { speaks: true });
  const webhookUrl = checkWebhookUrl(request.webhook_url, deps.outbound);
  // The script is paid for, so a shorter clip must not cut it off.
  const { avatar_id: avatarId = DEFAULT_AVATAR, sync_mode: syncMode = 'loop', background } = request;
  const disclosure = filmDisclosureOf(deps, request, { speaks: true });
  const clipMode = mayBeClip(avatarId) ? syncMode : undefined;
  const script = await readScript(deps, caller, { ...request, disclosure }, clipMode);
  const avatar = await findAvatar(deps, caller.accountId, { avatarId, background, syncMode });
  const label = labelOf(disclosure, { script });
  const { video_model: videoModel, consent } = request;
  const spec = { speech: { script }, ...avatar, videoModel, label, consent, webhookUrl };
  return quoteVideo(deps, caller, spec, requestId);
}

/** Refuses everything that can be refused before any credit is held. */
export async function quoteVideo(
  deps: VideoDeps,
  caller: Caller,
  spec: VideoSpec,
  requestId: string,
): Promise<VideoQuote> {
  const plan = planOf(caller.plan);
  const { speech, picture } = spec;
  const consentedFaceHash = consentedFaceOf(deps, spec);
  const soundSeconds = 'soundSeconds' in speech ? speech.soundSeconds : speechSeconds(speech.script);
  const estimatedSeconds = allowedSeconds(plan, soundSeconds, clipOf(picture, soundSeconds));
  const speechQuote = 'script' in speech ? quoteSpeech(caller, speech.script, requestId) : null;
  const { speaker, voiceId } = speechQuote?.utterance ?? {};
  // Other workers than our own have the server speak the script.
  const moreNeeds = ({ builtIn }: LipsyncModel) => [
    ...(isRemote(speaker) && builtIn ? [REMOTE_VOICES] : []),
    ...(spec.label === undefined ? [] : [PICTURE_LABELS]),
  ];
  const { model, offered } = await chooseLipsync(spec.videoModel, plan, (one) =>
    deps.isOffered(one, moreNeeds(one)),
  );
  const silent = await deps.engine.unavailable(speaker);

  const payer = payerOf(caller);
  const seconds = secondsCharge(payer, plan, { estimatedSeconds, model: model.name });
  const charges = speechQuote ? [{ ...payer, ...chargeOf(speechQuote) }, seconds] : [seconds];
  const request: VideoRequest = {
    ...(speechQuote && { script: scriptOf(speechQuote) }),
    picture,
    ...(spec.label !== undefined && { label: spec.label }),
    lipsync_model: model.name,
    height: plan.videoHeight,
    audio_kbps: plan.audioKbps,
    max_seconds: plan.mediaSeconds,
  };
  const job: NewJob = {
    accountId: caller.accountId,
    kind: 'video',
    request,
    needs: [`lipsync:${model.name}`, ...moreNeeds(model)],
    inputs: spec.inputs,
    charges,
    refusal: !offered
      ? lipsyncMissing(model.name)
      : silent
        ? { error: silent.public, errorCode: silent.code }
        : undefined,
    requestId,
    webhookUrl: spec.webhookUrl,
  };
  const credits = charges.reduce((sum, charge) => sum + creditsToReserve(charge), 0);
  const customVoiceId = speaker && voiceId ? voiceId : null;
  const characters = speechQuote?.characters ?? 0;
  return { job, characters, estimatedSeconds, credits, customVoiceId, consentedFaceHash };
}

function clipOf(picture: VideoSpec['picture'], soundSeconds: number) {
  if (picture.kind !== 'video') return undefined;
  return { seconds: picture.clip_seconds ?? soundSeconds, syncMode: picture.sync_mode };
}

function secondsCharge(
  payer: ReturnType<typeof payerOf>,
  plan: ReturnType<typeof planOf>,
  { estimatedSeconds, model }: { estimatedSeconds: number; model: string },
): JobChargeRequest {
  return {
    ...payer,
    unit: 'video_second',
    quantity: billableQuantity(estimatedSeconds),
    maxQuantity: plan.mediaSeconds,
    credits: creditsFor('video_second', estimatedSeconds),
    model,
  };
}

function chargeOf({ charge: { unit, quantity, credits, fee, voiceId, model } }: SpeechQuote) {
  return { unit, quantity, credits, fee, ...(voiceId && { voiceId }), ...(model && { model }) };
}

function scriptOf({ utterance, voiceId, model }: SpeechQuote): VideoRequest['script'] {
  const { text, speaker, language, speed, pronunciations, dictionary } = utterance;
  return {
    // A lone surrogate cannot be stored and has no sound.
    text: text.toWellFormed(),
    voice_id: voiceId,
    model,
    ...(speaker && { speaker }),
    ...(language !== undefined && { language }),
    ...(speed !== undefined && { speed }),
    ...(pronunciations && { pronunciations: { ...pronunciations } }),
    ...(dictionary && { dictionary: { ...dictionary } }),
  };
}
