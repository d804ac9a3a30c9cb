import type { LanguageModel } from '../../../engines/language-model/index.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import type { Agent } from '../agent.ts';
import type { Knowledge } from '../knowledge/look-up.ts';
import { createMind } from '../minds/create-mind.ts';
import type { Mind } from '../minds/mind.ts';
import { byWebhook, createToolbox } from '../tools/call-tools.ts';

export type MindDeps = {
  languageModel: LanguageModel | null;
  knowledge: Knowledge;
  outbound: OutboundPolicy;
};

/** The mind of an agent in a conversation: it may call the agent's functions and look things up. */
export function mindOf(
  { languageModel, knowledge, outbound }: MindDeps,
  accountId: string,
  { agent, conversationId }: { agent: Agent; conversationId: string },
): Mind {
  return createMind({
    languageModel,
    settings: agent.settings,
    toolbox: createToolbox(agent.settings.tools ?? [], byWebhook({ outbound, conversationId })),
    lookUp: (said) => knowledge.lookUp(accountId, agent, said),
  });
}
