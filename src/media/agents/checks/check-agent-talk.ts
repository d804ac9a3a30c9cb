import type { LanguageModel } from '../../../../engines/language-model/index.ts';
import type { Answer, AnswerKeeper, Caller } from '../../../http/index.ts';
import { type ChargeDeps, runWithin } from '../../../money/ledger/index.ts';
import { openModelTab } from '../../../money/model-tokens/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import { type Reply, thinkReply } from '../conversations/think-reply.ts';
import type { Knowledge } from '../knowledge/look-up.ts';
import { readAgent } from '../manage-agents.ts';
import { createResponder } from '../responders/create-responder.ts';
import type { Memory, PastTurn, Responder } from '../responders/responder.ts';
import { spokenText } from '../spoken-text.ts';
import { createToolbox, standIns } from '../tools/call-tools.ts';
import { judgeTurn } from './judge-turn.ts';
import type { ChecksRequest, ChecksResult } from './schemas.ts';

export type CheckDeps = ChargeDeps & {
  languageModel: LanguageModel | null;
  knowledge: Knowledge;
  threads: Threads;
};
export type CheckContext = { requestId: string; signal: AbortSignal; keeper: AnswerKeeper | null };

const DEADLINE_MS = 300_000;

/** Talks to the agent without sound. A language model costs its tokens, a flow nothing. A check that fails costs nothing. */
export async function checkAgentTalk(
  deps: CheckDeps,
  caller: Caller,
  agentId: string,
  request: ChecksRequest,
  { requestId, signal, keeper }: CheckContext,
): Promise<Answer> {
  const { accountId } = caller;
  const agent = await readAgent(deps, accountId, agentId);
  const toolbox = createToolbox(
    { ...deps, accountId },
    agent.settings.tools ?? [],
    standIns(request.tool_results ?? {}),
  );
  const lookUp = (said: string) => deps.knowledge.lookUp(accountId, agent, said);
  const tab = openModelTab(deps, caller, { ...deps, requestId });
  const languageModel = deps.languageModel && tab;
  const responder = createResponder({
    ...deps,
    accountId,
    languageModel,
    settings: agent.settings,
    toolbox,
    lookUp,
  });
  try {
    const turns = await runWithin(DEADLINE_MS, signal, (stop) => talk(responder, request.turns, stop));
    const passed = turns.every((turn) => turn.passed);
    const body: ChecksResult = { passed, turns, credits: tab.credits() };
    const answer = { status: 200, body };
    await keeper?.stash(answer);
    await deps.db.transaction().execute(async (tx) => {
      await tab.settle(tx);
      await keeper?.keep(tx, answer);
    });
    return answer;
  } catch (error) {
    await tab.release();
    throw error;
  }
}

type CheckedReply = ChecksResult['turns'][number];

async function talk(
  responder: Responder,
  turns: ChecksRequest['turns'],
  signal: AbortSignal,
): Promise<CheckedReply[]> {
  const past: PastTurn[] = [];
  const checked: CheckedReply[] = [];
  let memory: Memory = {};
  for (const { say, expect = {} } of turns) {
    const isOver = checked.some(({ ended }) => ended !== null);
    const thought = isOver ? null : await thinkReply(responder, { past, said: say, memory }, { signal });
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
