import type { LipsyncModel } from '../../engines/lipsync/index.ts';
import type { SpeechEngine } from '../../engines/speech/index.ts';
import type { Caller } from '../../http/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { billableQuantity, creditsFor } from '../../money/pricing/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { JobChargeRequest, JobInput, NewJob } from '../../work/jobs/index.ts';
import { quoteSpeech } from '../speech/index.ts';
import { chooseLipsync } from './choose-lipsync.ts';
import { filmSeconds, spokenSeconds } from './length.ts';
import { lipsyncMissing } from './lipsync-missing.ts';
import type { VideoWorkOrder } from './work-order.ts';

export type VideoDeps = {
  db: Db;
  engine: SpeechEngine;
  isOffered(model: LipsyncModel): Promise<boolean>;
};

export type Script = {
  text: string;
  voice_id: string;
  model?: string | undefined;
  language?: string | undefined;
  speed?: number | undefined;
  pronunciations?: Record<string, string> | undefined;
};

/** A film that somebody asks for, its files received and its avatar found. */
export type VideoWish = {
  /** What is said, or the length of the sound that came as an input. */
  speech: { script: Script } | { soundSeconds: number };
  picture: VideoWorkOrder['picture'];
  /** Of a clip; stills and presenters last as long as their sound. */
  clipSeconds?: number | undefined;
  inputs: readonly JobInput[];
  videoModel?: string | undefined;
  webhookUrl?: string | undefined;
};

export type VideoOrder = {
  job: NewJob;
  characters: number;
  estimatedSeconds: number;
};

/** Everything that can be refused is refused here, before a credit is held. */
export async function orderVideo(
  deps: VideoDeps,
  caller: Caller,
  wish: VideoWish,
  requestId: string,
): Promise<VideoOrder> {
  const plan = planOf(caller.plan);
  const spoken =
    'script' in wish.speech ? await quoteSpeech(deps, caller, wish.speech.script, requestId) : null;
  const soundSeconds =
    'soundSeconds' in wish.speech ? wish.speech.soundSeconds : spokenSeconds(spoken?.characters ?? 0);
  const { picture, clipSeconds: seconds } = wish;
  const clip =
    picture.kind === 'video' && seconds !== undefined ? { seconds, syncMode: picture.sync_mode } : undefined;
  const estimatedSeconds = filmSeconds(plan, soundSeconds, clip);
  const { model, offered } = await chooseLipsync(wish.videoModel, plan, deps.isOffered);

  const { accountId } = caller;
  const payer = { plan: caller.plan, credentialId: caller.credential.id };
  const charges: JobChargeRequest[] = [
    secondsCharge(estimatedSeconds, plan.mediaSeconds, { ...payer, model: model.name }),
  ];
  if (spoken) charges.unshift({ ...payer, ...pick(spoken.charge) });
  const request: VideoWorkOrder = {
    ...(spoken && { script: scriptOf(spoken) }),
    picture,
    lipsync_model: model.name,
    height: plan.videoHeight,
    audio_kbps: plan.audioKbps,
  };
  const job: NewJob = {
    accountId,
    kind: 'video',
    request,
    needs: [`lipsync:${model.name}`],
    inputs: wish.inputs,
    charges,
    refusal: offered ? undefined : lipsyncMissing(model.name),
    videoModel: model.name,
    lipsync: model.kind,
    requestId,
    webhookUrl: wish.webhookUrl,
  };
  return { job, characters: spoken?.characters ?? 0, estimatedSeconds };
}

type Spoken = Awaited<ReturnType<typeof quoteSpeech>>;

function secondsCharge(
  seconds: number,
  maxQuantity: number,
  payer: Pick<JobChargeRequest, 'plan' | 'credentialId' | 'model'>,
): JobChargeRequest {
  const unit = 'video_second';
  const quantity = billableQuantity(seconds);
  return { ...payer, unit, quantity, credits: creditsFor(unit, seconds), maxQuantity };
}

function pick({ unit, quantity, credits, voiceId, model }: Spoken['charge']) {
  return { unit, quantity, credits, ...(voiceId && { voiceId }), ...(model && { model }) };
}

function scriptOf({ utterance, voiceId, model }: Spoken): VideoWorkOrder['script'] {
  const { text, language, speed, pronunciations, dictionary } = utterance;
  return {
    // Half of a surrogate pair cannot be stored; it has no sound either.
    text: text.toWellFormed(),
    voice_id: voiceId,
    model,
    ...(language !== undefined && { language }),
    ...(speed !== undefined && { speed }),
    ...(pronunciations && { pronunciations: { ...pronunciations } }),
    ...(dictionary && { dictionary: { ...dictionary } }),
  };
}
