import type { LanguageModel } from '../../../../engines/language-model/index.ts';
import type { ModelTab } from '../../../money/model-tokens/index.ts';
import type { OutboundPolicy } from '../../../platform/safe-fetch/index.ts';
import type { Sealing } from '../../../platform/sealing/index.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import type { Agent } from '../agent.ts';
import type { Knowledge } from '../knowledge/look-up.ts';
import { createMind } from '../minds/create-mind.ts';
import type { Mind } from '../minds/mind.ts';
import { type AskClient, callerOfTools, createToolbox } from '../tools/call-tools.ts';
import { openHeaders } from '../tools/sealed-headers.ts';

export type MindDeps = {
  languageModel: LanguageModel | null;
  knowledge: Knowledge;
  outbound: OutboundPolicy;
  threads: Threads;
  sealing: Sealing;
};

export type MindOwner = {
  agent: Agent;
  conversationId: string;
  /** Pays for the language model. Left out where nothing is thought. */
  tab?: ModelTab | undefined;
  /** For functions of the client. Left out where none is connected. */
  askClient?: AskClient | undefined;
};

/** The mind of an agent in a conversation: it may call the agent's functions and look things up. */
export function mindOf(
  { languageModel, knowledge, outbound, sealing, threads }: MindDeps,
  accountId: string,
  { agent, conversationId, tab, askClient }: MindOwner,
): Mind {
  return createMind({
    languageModel: languageModel && (tab ?? languageModel),
    threads,
    accountId,
    settings: agent.settings,
    toolbox: createToolbox(
      { threads, accountId },
      agent.settings.tools ?? [],
      callerOfTools({
        outbound,
        conversationId,
        askClient,
        headersOf: (tool) => openHeaders(sealing, agent, tool),
      }),
    ),
    lookUp: (said) => knowledge.lookUp(accountId, agent, said),
  });
}
