import type { Answer, Caller } from '../../../http/index.ts';
import { openModelTab } from '../../../money/model-tokens/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Storage } from '../../../platform/storage/index.ts';
import { traced } from '../../../platform/tracing/index.ts';
import type { ReplyVoiceDeps } from '../../spoken-replies/index.ts';
import { languageFrom } from '../../transcription/index.ts';
import { openResponder, type ResponderDeps } from '../open-responder.ts';
import { asHeard, type HearDeps, type Heard, hear } from './hear.ts';
import { type LeasedTurn, leaseTurn } from './lease-turn.ts';
import { readPast } from './past-turns.ts';
import { type SpeakDeps, speakTurn, type TurnContext } from './speak-turn.ts';
import { type Reply, thinkReply } from './think-reply.ts';
import { type SentAudio, withKeptAudio } from './turn-audio.ts';

export type TurnDeps = SpeakDeps & ReplyVoiceDeps & HearDeps & ResponderDeps & { storage: Storage; log: Log };

export type Said = { text: string } | SentAudio;

/** One turn: what was said is heard, answered and spoken. Only one at a time in a conversation. */
export async function takeTurn(
  deps: TurnDeps,
  caller: Caller,
  conversationId: string,
  said: Said,
  context: TurnContext,
): Promise<Answer> {
  const leased = await leaseTurn(deps, caller, conversationId);
  try {
    return await answerTurn(deps, caller, leased, said, context);
  } catch (error) {
    const { last_sentence: lastSentence } = leased.agent.settings;
    if (!lastSentence || !isUnpaid(error)) throw error;
    return await sayGoodbye(deps, caller, leased, { lastSentence, said, unpaid: error }, context);
  } finally {
    await leased.release();
  }
}

async function answerTurn(
  deps: TurnDeps,
  caller: Caller,
  leased: LeasedTurn,
  said: Said,
  context: TurnContext,
): Promise<Answer> {
  const { agent, conversation } = leased;
  const tab = openModelTab(deps, caller, { ...deps, ...context });
  const responder = openResponder(deps, caller.accountId, { agent, conversationId: conversation.id, tab });
  const heard = await traced('turn.hear', () => hearWhat(deps, caller, leased, said, context));
  try {
    const { id, memory, turns: count } = conversation;
    const past = await readPast(deps, caller.accountId, id);
    const thought = { past, said: heard.text, memory };
    const reply = await traced('turn.think', () => thinkReply(responder, thought, context));
    const spoken = { number: count + 1, heard, reply, tab };
    return await traced('turn.speak', () => speakTurn(deps, caller, leased, spoken, context));
  } catch (error) {
    await Promise.all([heard.release(), tab.release()]);
    throw error;
  }
}

export async function hearWhat(
  deps: TurnDeps,
  caller: Caller,
  { agent }: LeasedTurn,
  said: Said,
  context: Pick<TurnContext, 'requestId' | 'signal'>,
): Promise<Heard> {
  if ('text' in said) return asHeard(said.text);
  const { language: spoken, keep_audio: keepsAudio } = agent.settings;
  const language = languageFrom(spoken ?? undefined);
  const heard = await hear(deps, caller, { path: said.path, language }, context);
  return keepsAudio ? withKeptAudio(deps, heard, said) : heard;
}

export function isUnpaid(error: unknown): error is DomainError {
  return error instanceof DomainError && error.kind === 'payment_required';
}

/** The credits do not pay for the turn. If they pay for the last sentence, it is said, and the conversation ends. */
export async function sayGoodbye(
  deps: TurnDeps,
  caller: Caller,
  leased: LeasedTurn,
  { lastSentence, said, unpaid }: { lastSentence: string; said: Said; unpaid: DomainError },
  context: TurnContext,
): Promise<Answer> {
  const { memory, turns } = leased.conversation;
  const reply: Reply = { text: lastSentence, tools: [], memory, ended: 'out_of_credits', ms: 0 };
  const heard = 'text' in said ? asHeard(said.text) : null;
  try {
    return await speakTurn(deps, caller, leased, { number: turns + 1, heard, reply }, context);
  } catch (error) {
    throw isUnpaid(error) ? unpaid : error;
  }
}
