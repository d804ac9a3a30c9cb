import { LONGEST_SECONDS, SHORTEST_SECONDS } from '../../../engines/sound-effects/index.ts';
import type { Caller } from '../../http/index.ts';
import { findVoice } from '../../library/voices/index.ts';
import { creditsForTokens, estimateTokens } from '../../money/model-tokens/index.ts';
import { planOf } from '../../money/plans/index.ts';
import { countCharacters, creditsFor, ROUTING_COSTS } from '../../money/pricing/index.ts';
import { domainError } from '../../platform/errors.ts';
import { type DubQuoteDeps, estimateRender, expectedWork } from '../dubbing/index.ts';
import { MAX_MUSIC_SECONDS, MIN_MUSIC_SECONDS } from '../music/index.ts';
import { type ReadSpeech, readSpeech, type SpeechDisclosure, voiceOf } from '../speech/index.ts';
import { allowedSeconds, DEFAULT_VOICE, type FilmDisclosure, speechSeconds } from '../video/index.ts';
import type { EstimateRequest } from './schemas.ts';

export type EstimateDeps = DubQuoteDeps & {
  speechDisclosure: SpeechDisclosure;
  filmDisclosure: FilmDisclosure;
};
export type Cost = { characters: number; seconds: number; credits: number; routingCredits: number };

const LengthRequired = domainError(
  'invalid',
  'invalid_request',
  (what: string) => `${what} required for an estimate of this kind.`,
);

const LengthNotAllowed = domainError(
  'invalid',
  'invalid_request',
  (allowed: string) => `seconds must be ${allowed} for this kind.`,
);

/** Computed like the quote of the request itself, so that a video or dub reserves what was estimated for it. */
export async function estimateCost(
  deps: EstimateDeps,
  caller: Caller,
  request: EstimateRequest,
): Promise<Cost> {
  switch (request.kind) {
    case 'video':
    case 'lipsync':
      return { ...(await videoCost(deps, caller, request)), routingCredits: ROUTING_COSTS.gpu_cluster };
    case 'avatar':
      return { ...(await videoCost(deps, caller, { sync_mode: 'loop', ...request })), routingCredits: 0 };
    case 'dub':
      return { ...(await dubCost(deps, caller, request)), routingCredits: 0 };
    case 'tts':
      return speechCost(deps, caller, request);
    case 'stt': {
      const seconds = request.seconds ?? missing('seconds is');
      return { characters: 0, seconds, credits: creditsFor('stt_second', seconds), routingCredits: 0 };
    }
    case 'music': {
      const seconds = musicSeconds(request.seconds ?? missing('seconds is'));
      return { characters: 0, seconds, credits: creditsFor('music_second', seconds), routingCredits: 0 };
    }
    case 'sfx':
      return {
        characters: 0,
        seconds: effectSeconds(request.seconds),
        credits: creditsFor('sfx_clip', 1),
        routingCredits: 0,
      };
    case 'llm':
      return tokenCost(caller, request);
  }
}

async function speechCost(deps: EstimateDeps, caller: Caller, request: EstimateRequest): Promise<Cost> {
  const { text = '' } = request;
  const { characters, seconds, voice } = await speechLength(
    deps,
    caller,
    text,
    request,
    deps.speechDisclosure,
  );
  const credits = creditsFor('tts_character', characters) + priceOf(voice);
  return { characters, seconds, credits, routingCredits: 0 };
}

function tokenCost(caller: Caller, request: EstimateRequest): Cost {
  const text = request.text ?? missing('text is');
  const tokens = { input: estimateTokens(text.length), output: request.output_tokens ?? 0 };
  const credits = creditsForTokens(planOf(caller.plan), tokens);
  return { characters: countCharacters(text), seconds: 0, credits, routingCredits: 0 };
}

function musicSeconds(seconds: number): number {
  if (!Number.isInteger(seconds) || seconds < MIN_MUSIC_SECONDS || seconds > MAX_MUSIC_SECONDS)
    throw new LengthNotAllowed(`a whole number from ${MIN_MUSIC_SECONDS} to ${MAX_MUSIC_SECONDS}`);
  return seconds;
}

/** Without a length the prompt decides it. */
function effectSeconds(seconds: number | undefined): number {
  if (seconds !== undefined && (seconds < SHORTEST_SECONDS || seconds > LONGEST_SECONDS))
    throw new LengthNotAllowed(`from ${SHORTEST_SECONDS} to ${LONGEST_SECONDS}`);
  return seconds ?? 0;
}

async function videoCost(
  deps: EstimateDeps,
  caller: Caller,
  request: EstimateRequest,
): Promise<Omit<Cost, 'routingCredits'>> {
  const { text, clip_seconds: clipSeconds, sync_mode: syncMode = 'cut_off' } = request;
  const sound =
    text === undefined
      ? { characters: 0, seconds: request.seconds ?? missing('text or seconds is'), voice: null }
      : await speechLength(deps, caller, text, request, deps.filmDisclosure);
  const clip = clipSeconds === undefined ? undefined : { seconds: clipSeconds, syncMode };
  const seconds = allowedSeconds(planOf(caller.plan), sound.seconds, clip);
  const { characters, voice } = sound;
  const spoken = creditsFor('tts_character', characters) + (voice ? priceOf(voice) : 0);
  const credits = spoken + creditsFor('video_second', seconds);
  return { characters, seconds, credits };
}

/** Returns the cost of a new dub, or of the changes in one that exists. */
async function dubCost(
  deps: EstimateDeps,
  caller: Caller,
  request: EstimateRequest,
): Promise<Omit<Cost, 'routingCredits'>> {
  if (request.dub_id !== undefined) return estimateRender(deps, caller, request.dub_id);
  const length = request.seconds ?? missing('seconds is');
  const seconds = allowedSeconds(planOf(caller.plan), length, undefined);
  const { voice_id: voiceId = DEFAULT_VOICE, lip_sync: lipSync = true, fit } = request;
  const presets = deps.engine.voices;
  const { listed } = await findVoice({ ...deps, presets }, caller.accountId, voiceId);
  const { characters, heardSeconds } = expectedWork(seconds, request.script);
  const credits =
    creditsFor('stt_second', heardSeconds) +
    creditsFor('tts_character', characters) +
    (lipSync || fit === 'picture' ? creditsFor('video_second', seconds) : 0) +
    (listed?.fee?.credits ?? 0);
  return { characters, seconds, credits };
}

/** Returns the fee of a listed voice, which comes on top of its characters. */
function priceOf(voice: ReadSpeech['voice']): number {
  return voiceOf({ voice }).listed?.fee?.credits ?? 0;
}

/** Measures the speech, with the same checks that it would have to pass. */
async function speechLength(
  deps: EstimateDeps,
  caller: Caller,
  text: string,
  { voice_id = DEFAULT_VOICE, model, speed, language, pronunciations, disclosure }: EstimateRequest,
  usual: FilmDisclosure,
): Promise<Pick<ReadSpeech, 'characters' | 'seconds' | 'voice'>> {
  const isAudible = (disclosure ?? usual) === 'audible';
  const spoken = { disclosure: isAudible ? ('audible' as const) : ('none' as const) };
  const spec = { text, voice_id, model, speed, language, pronunciations, ...spoken };
  const read = await readSpeech(deps, caller, spec);
  return { ...read, seconds: speechSeconds(read) };
}

function missing(what: string): never {
  throw new LengthRequired(what);
}
