import type { Plan } from '../../money/plans/index.ts';
import { creditsFor, ROUTING_COSTS } from '../../money/pricing/index.ts';
import { chargeableCharacters } from '../speech/index.ts';
import { filmSeconds, spokenSeconds } from '../video/index.ts';
import { LengthRequired } from './errors.ts';
import type { EstimateRequest } from './schemas.ts';

export const ESTIMATE_KINDS = ['video', 'lipsync', 'avatar', 'tts', 'stt', 'music', 'sfx'] as const;

export type Cost = { characters: number; seconds: number; credits: number; routingCredits: number };

/** With the arithmetic of the orders themselves, so that a film reserves what was estimated for it. */
export function estimateCost(plan: Plan, request: EstimateRequest): Cost {
  switch (request.kind) {
    case 'video':
    case 'lipsync':
      return { ...costOfFilm(plan, request), routingCredits: ROUTING_COSTS.gpu_cluster };
    case 'avatar':
      return { ...costOfFilm(plan, request), routingCredits: 0 };
    case 'tts': {
      const characters = chargeableCharacters(request.text ?? '');
      const credits = creditsFor('tts_character', characters);
      return { characters, seconds: spokenSeconds(characters), credits, routingCredits: 0 };
    }
    case 'stt':
    case 'music': {
      const seconds = request.seconds ?? missing('seconds is');
      const credits = creditsFor(request.kind === 'stt' ? 'stt_second' : 'music_second', seconds);
      return { characters: 0, seconds, credits, routingCredits: 0 };
    }
    case 'sfx':
      return {
        characters: 0,
        seconds: request.seconds ?? 0,
        credits: creditsFor('sfx_clip', 1),
        routingCredits: 0,
      };
  }
}

function costOfFilm(
  plan: Plan,
  { text, seconds, clip_seconds: clipSeconds, sync_mode: syncMode = 'cut_off' }: EstimateRequest,
): Omit<Cost, 'routingCredits'> {
  const characters = text === undefined ? 0 : chargeableCharacters(text);
  const soundSeconds =
    text === undefined ? (seconds ?? missing('text or seconds is')) : spokenSeconds(characters);
  const clip = clipSeconds === undefined ? undefined : { seconds: clipSeconds, syncMode };
  const long = filmSeconds(plan, soundSeconds, clip);
  const credits = creditsFor('tts_character', characters) + creditsFor('video_second', long);
  return { characters, seconds: long, credits };
}

function missing(what: string): never {
  throw new LengthRequired(what);
}
