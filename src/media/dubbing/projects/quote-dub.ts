import { isRemote, type SpeechEngine } from '../../../../engines/speech/index.ts';
import { type Caller, payerOf } from '../../../http/index.ts';
import { findVoice, type UsableVoice } from '../../../library/voices/index.ts';
import { type Plan, planOf } from '../../../money/plans/index.ts';
import { billableQuantity, creditsFor } from '../../../money/pricing/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { JobChargeRequest, JobInput, NewJob } from '../../../work/jobs/index.ts';
import { chooseLipsync, type IsOffered, lipsyncMissing, REMOTE_VOICES } from '../../video/index.ts';
import { type DubRequest, INPUTS } from '../dub-request.ts';
import type { DubScript } from '../project.ts';
import { mustHear } from './check-request.ts';
import { type DubRow, dubbedSeconds } from './dub.ts';
import { charactersByVoice, secondsToRender } from './what-changed.ts';

export type QuoteDeps = { db: Db; clock: Clock; engine: SpeechEngine; isLipsyncOffered: IsOffered };

export type DubQuote = {
  job: NewJob;
  /** Custom voices that speak, also those behind listings. */
  customVoiceIds: string[];
};

/** The job that renders the dub as it is now, and what it costs: only what was not rendered before. */
export async function quoteDub(
  deps: QuoteDeps,
  caller: Caller,
  dub: Omit<DubRow, 'job_id' | 'rendering' | 'created_at' | 'updated_at'>,
  {
    requestId,
    webhookUrl,
    needs,
  }: { requestId: string; webhookUrl: string | undefined; needs: readonly string[] },
): Promise<DubQuote> {
  const plan = planOf(caller.plan);
  const { film, options } = dub;
  const characters = charactersByVoice(dub);
  const voices = await findVoices(deps, caller.accountId, dub, [...characters.keys()]);
  const speakers = [...voices.values()].flatMap(({ speaker }) => speaker ?? []);
  const needed = [...characters.keys()].flatMap((id) => voices.get(id ?? '')?.speaker ?? []);
  const silent = await firstUnavailable(deps.engine, needed);
  if (silent) throw silent;
  const remote = speakers.some((speaker) => isRemote(speaker)) ? [REMOTE_VOICES] : [];
  // One worker must be able to do all of it.
  const otherNeeds = [...needs, ...remote];
  const lips =
    film.has_video && options.lip_sync
      ? await chooseLipsync(undefined, plan, (model) => deps.isLipsyncOffered(model, otherNeeds))
      : null;
  const seconds = secondsToRender(dub);

  const payer = payerOf(caller);
  const charges: JobChargeRequest[] = [...characters].map(([voiceId, quantity]) => ({
    ...payer,
    unit: 'tts_character',
    quantity,
    credits: creditsFor('tts_character', quantity),
    model: deps.engine.capabilities.model,
    ...(voiceId !== null && { voiceId, fee: voices.get(voiceId)?.listed?.fee }),
  }));
  if (mustHear(dub))
    charges.push({ ...payer, ...chargeFor('stt_second', dubbedSeconds(film, options.range)) });
  if (seconds > 0)
    charges.push({
      ...payer,
      ...chargeFor('video_second', seconds),
      maxQuantity: plan.mediaSeconds + SLACK_SECONDS,
      ...(lips && { model: lips.model.name }),
    });

  const job: NewJob = {
    accountId: caller.accountId,
    kind: 'dub',
    request: requestFor(dub, plan, {
      voices,
      lipsyncModel: lips?.model.name ?? '',
      // The picture is made anew, but seconds that were rendered before are not charged again.
      ...(dub.rendered && { billedSeconds: seconds }),
    }),
    needs: [...otherNeeds, ...(lips ? [`lipsync:${lips.model.name}`] : [])],
    inputs: inputsOf(dub),
    charges,
    refusal: lips && !lips.offered ? lipsyncMissing(lips.model.name) : undefined,
    requestId,
    webhookUrl,
  };
  const customVoiceIds = [...voices].flatMap(([id, { speaker, listed }]) =>
    speaker ? [listed?.voiceId ?? id] : [],
  );
  return { job, customVoiceIds };
}

/** A container may be a little longer than its probe says. */
const SLACK_SECONDS = 2;

function chargeFor(unit: 'stt_second' | 'video_second', seconds: number) {
  return { unit, quantity: billableQuantity(seconds), credits: creditsFor(unit, seconds) };
}

function inputsOf({ film, speech_key: speechKey }: Pick<DubRow, 'film' | 'speech_key'>): JobInput[] {
  const kept = true;
  return [
    { name: INPUTS.film, objectKey: film.object_key, contentType: film.content_type, kept },
    ...(speechKey ? [{ name: INPUTS.speech, objectKey: speechKey, contentType: 'audio/wav', kept }] : []),
  ];
}

/** A voice that is gone matters only if lines must be spoken with it. A line that moved may be spoken again, uncharged. */
async function findVoices(
  { db, clock, engine }: QuoteDeps,
  accountId: string,
  { script, options }: Pick<DubRow, 'script' | 'options'>,
  speaking: readonly (string | null)[],
): Promise<Map<string, UsableVoice>> {
  const needed = new Set([...speaking, script === null ? options.voice_id : null].flatMap((id) => id ?? []));
  const chosen =
    script?.speakers.flatMap(({ voice }) => (voice?.kind === 'chosen' ? [voice.voice_id] : [])) ?? [];
  const found = new Map<string, UsableVoice>();
  for (const id of new Set([...needed, ...chosen])) {
    try {
      found.set(id, await findVoice({ db, clock, presets: engine.voices }, accountId, id));
    } catch (error) {
      if (needed.has(id) || !(error instanceof DomainError)) throw error;
    }
  }
  return found;
}

async function firstUnavailable(
  engine: SpeechEngine,
  speakers: Parameters<SpeechEngine['unavailable']>[0][],
) {
  for (const speaker of speakers) {
    const refusal = await engine.unavailable(speaker);
    if (refusal) return refusal;
  }
  return null;
}

function requestFor(
  { id, target_language, film, given, script, options }: Parameters<typeof quoteDub>[2],
  plan: Plan,
  {
    voices,
    lipsyncModel,
    billedSeconds,
  }: { voices: ReadonlyMap<string, UsableVoice>; lipsyncModel: string; billedSeconds?: number },
): DubRequest {
  const { voice_id: voiceId, ...told } = options;
  const artifactOf = (id: string) => {
    const speaker = voices.get(id)?.speaker;
    return speaker ? { speaker } : {};
  };
  return {
    ...told,
    dub_id: id,
    target_language,
    film: { has_video: film.has_video, seconds: film.seconds, content_type: film.content_type },
    script: script && withArtifacts(script, artifactOf),
    given: script ? null : given,
    voice: voiceId === null ? null : { voice_id: voiceId, ...artifactOf(voiceId) },
    lipsync_model: lipsyncModel,
    height: plan.videoHeight,
    audio_kbps: plan.audioKbps,
    max_seconds: plan.mediaSeconds,
    ...(billedSeconds !== undefined && { billed_seconds: billedSeconds }),
  };
}

/** Artifacts of voices are looked up for every job, so that a dub keeps none of a voice that was deleted. */
function withArtifacts(script: DubScript, artifactOf: (voiceId: string) => object): DubScript {
  const speakers = script.speakers.map((speaker) =>
    speaker.voice?.kind === 'chosen'
      ? { ...speaker, voice: { ...speaker.voice, ...artifactOf(speaker.voice.voice_id) } }
      : speaker,
  );
  return { ...script, speakers };
}
