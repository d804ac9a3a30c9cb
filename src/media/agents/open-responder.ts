import type { LanguageModel } from '../../../engines/language-model/index.ts';
import type { ModelTab } from '../../money/model-tokens/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import type { Threads } from '../../platform/threads/index.ts';
import type { Agent } from './agent.ts';
import { type DisclosureDeps, disclosing } from './disclosure.ts';
import type { Knowledge } from './knowledge/look-up.ts';
import { createResponder } from './responders/create-responder.ts';
import type { Responder } from './responders/responder.ts';
import { type AskClient, callerOfTools, createToolbox } from './tools/call-tools.ts';
import { openHeaders } from './tools/sealed-headers.ts';

export type ResponderDeps = DisclosureDeps & {
  languageModel: LanguageModel | null;
  knowledge: Knowledge;
  outbound: OutboundPolicy;
  threads: Threads;
  sealing: Sealing;
};

export type ResponderOwner = {
  agent: Agent;
  conversationId: string;
  /** Pays for the language model. Left out where nothing is thought. */
  tab?: ModelTab | undefined;
  /** Calls functions of the client. Left out where no client is connected. */
  askClient?: AskClient | undefined;
};

/**
 * The responder of an agent in a conversation: it may call the agent's functions and look things up, and says that it is a
 * machine.
 */
export function openResponder(
  deps: ResponderDeps,
  accountId: string,
  { agent, conversationId, tab, askClient }: ResponderOwner,
): Responder {
  const { languageModel, knowledge, outbound, sealing, threads } = deps;
  const responder = createResponder({
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
  return disclosing(deps, { accountId, settings: agent.settings }, responder);
}
