import type { LanguageModel } from '../../../engines/language-model/index.ts';
import { type Answer, type Caller, payerOf, type Receipt } from '../../../http/index.ts';
import { type ChargeDeps, chargeFor } from '../../../money/ledger/index.ts';
import { countCharacters, creditsFor } from '../../../money/pricing/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import { type Reply, thinkReply } from '../conversations/think-reply.ts';
import type { Knowledge } from '../knowledge/look-up.ts';
import { readAgent } from '../manage-agents.ts';
import { createMind } from '../minds/create-mind.ts';
import type { Memory, Mind, PastTurn } from '../minds/mind.ts';
import { spokenText } from '../spoken-text.ts';
import { createToolbox, standIns } from '../tools/call-tools.ts';
import { judgeTurn } from './judge-turn.ts';
import type { ChecksRequest, ChecksResult } from './schemas.ts';

export type CheckDeps = ChargeDeps & {
  languageModel: LanguageModel | null;
  knowledge: Knowledge;
  threads: Threads;
};
export type CheckDelivery = { requestId: string; signal: AbortSignal; receipt: Receipt | null };

const DEADLINE_MS = 300_000;

/** Talks to the agent without sound. A language model costs one credit per character said, a flow nothing. */
export async function checkAgentTalk(
  deps: CheckDeps,
  caller: Caller,
  agentId: string,
  request: ChecksRequest,
  { requestId, signal, receipt }: CheckDelivery,
): Promise<Answer> {
  const { accountId } = caller;
  const agent = await readAgent(deps, accountId, agentId);
  const toolbox = createToolbox(
    { ...deps, accountId },
    agent.settings.tools ?? [],
    standIns(request.tool_results ?? {}),
  );
  const lookUp = (said: string) => deps.knowledge.lookUp(accountId, agent, said);
  const mind = createMind({ ...deps, accountId, settings: agent.settings, toolbox, lookUp });
  const said = request.turns.reduce((sum, { say }) => sum + countCharacters(say), 0);
  const quantity = agent.settings.flow ? 0 : said;
  const unit = 'inference_character';
  const credits = creditsFor(unit, quantity);
  const work = async (stop: AbortSignal): Promise<Answer> => {
    const turns = await talk(mind, request.turns, stop);
    const body: ChecksResult = { passed: turns.every(({ passed }) => passed), turns, credits };
    const answer = { status: 200, body };
    await receipt?.stash(answer);
    return answer;
  };
  const charge = { accountId, ...payerOf(caller), credits, unit, quantity, requestId } as const;
  return chargeFor(deps, { ...charge, deadlineMs: DEADLINE_MS }, work, {
    signal,
    alongside: receipt ? (tx, answer) => receipt.keep(tx, answer) : undefined,
  });
}

type CheckedReply = ChecksResult['turns'][number];

async function talk(mind: Mind, turns: ChecksRequest['turns'], signal: AbortSignal): Promise<CheckedReply[]> {
  const past: PastTurn[] = [];
  const checked: CheckedReply[] = [];
  let memory: Memory = {};
  for (const { say, expect = {} } of turns) {
    const isOver = checked.some(({ ended }) => ended !== null);
    const thought = isOver ? null : await thinkReply(mind, { past, said: say, memory }, { signal });
    const reply: Reply = thought ?? { text: '', tools: [], memory, ended: null, ms: 0 };
    const text = spokenText(reply.text);
    const failures = thought ? judgeTurn({ ...reply, text }, expect) : ['The conversation had ended before.'];
    memory = reply.memory;
    past.push({ said: say, reply: text });
    const { tools, ended } = reply;
    const passed = failures.length === 0;
    checked.push({ say, reply: text, tools, ended, passed, failures, thought_ms: Math.round(reply.ms) });
  }
  return checked;
}
