import type { LanguageModel } from '../../../../engines/language-model/index.ts';
import { domainError } from '../../../platform/errors.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import { languageFrom } from '../../transcription/index.ts';
import type { AgentSettings } from '../agent.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { createFlowResponder } from './flow/flow-responder.ts';
import { createModelResponder, type ModelResponderOptions } from './model/model-responder.ts';
import type { Responder } from './responder.ts';

const LanguageModelMissing = domainError(
  'unavailable',
  'model_not_configured',
  'This agent has no flow, and this server has no language model. Give the agent a flow, or set LLM_BASE_URL and LLM_MODEL on the server.',
);

export type ResponderOptions = {
  languageModel: Pick<LanguageModel, 'chat'> | null;
  threads: Threads;
  accountId: string;
  settings: AgentSettings;
  toolbox: Toolbox;
  lookUp?: ModelResponderOptions['lookUp'];
};

/** A flow, where the agent has one, else the language model. */
export function createResponder({
  languageModel,
  settings,
  lookUp,
  ...options
}: ResponderOptions): Responder {
  const { flow, language } = settings;
  if (flow) return createFlowResponder(flow, { ...options, language: languageFrom(language ?? undefined) });
  if (!languageModel) throw new LanguageModelMissing();
  return createModelResponder({ languageModel, settings, toolbox: options.toolbox, lookUp });
}
