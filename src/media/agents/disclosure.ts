import {
  findLanguage,
  hasAgentDisclosure,
  languageOrEnglish,
  type SpeechEngine,
} from '../../../engines/speech/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { readVoice } from '../speech/index.ts';
import { type AgentSettings, type DisclosureRule, isDisclosing, voiceWanted } from './agent.ts';
import { PAST_TURNS } from './conversations/past-turns.ts';
import { openingOf } from './responders/flow/flow-responder.ts';
import type { PastTurn, Responder } from './responders/responder.ts';

// Whoever talks to an agent is told that it is a machine, at the first contact and once: docs/decisions/0044-disclosure.md.

export type DisclosureDeps = DisclosureRule & { db: Db; clock: Clock; engine: SpeechEngine };

/** A first message may say where it wants the sentence. */
export const DISCLOSURE_PLACE = '{{disclosure}}';

/** Returns the sentence in the language that the agent speaks. If it speaks several: in that of its voice. */
async function sentenceOf(deps: DisclosureDeps, accountId: string, settings: AgentSettings): Promise<string> {
  const known = findLanguage(settings.language ?? '');
  if (known) return known.disclosure.agent;
  const read = await readVoice(deps, { accountId }, voiceWanted(settings));
  return languageOrEnglish(read.languages[0]?.language ?? '').disclosure.agent;
}

/** Returns the words with which a conversation starts. Null: the caller begins. */
export async function openingWords(
  deps: DisclosureDeps,
  accountId: string,
  settings: AgentSettings,
): Promise<string | null> {
  const { first_message: first, flow } = settings;
  const opening = first ?? (flow && openingOf(flow)) ?? '';
  const hasPlace = opening.includes(DISCLOSURE_PLACE);
  if (!hasPlace && !isDisclosing(deps, settings)) return opening || null;
  const sentence = await sentenceOf(deps, accountId, settings);
  return hasPlace ? opening.replaceAll(DISCLOSURE_PLACE, sentence) : `${sentence} ${opening}`.trim();
}

/**
 * Says the sentence before the reply if it was not heard yet: the caller may have cut the opening off, or the connection broke
 * before its end.
 */
export function disclosing(
  deps: DisclosureDeps,
  { accountId, settings }: { accountId: string; settings: AgentSettings },
  responder: Responder,
): Responder {
  if (!isDisclosing(deps, settings)) return responder;
  return {
    async *think(thought, options) {
      if (!isDisclosed(thought.past)) {
        const text = `${await sentenceOf(deps, accountId, settings)} `;
        yield { type: 'text', text };
      }
      yield* responder.think(thought, options);
    },
  };
}

/** Of a long conversation the opening is no longer among the past turns. */
function isDisclosed(past: readonly PastTurn[]): boolean {
  return past.length >= PAST_TURNS || past.some(({ reply }) => hasAgentDisclosure(reply));
}
