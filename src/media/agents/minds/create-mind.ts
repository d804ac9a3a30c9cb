import type { LanguageModel } from '../../../../engines/language-model/index.ts';
import { domainError } from '../../../platform/errors.ts';
import type { Threads } from '../../../platform/threads/index.ts';
import { languageFrom } from '../../transcription/index.ts';
import type { AgentSettings } from '../agent.ts';
import type { Toolbox } from '../tools/toolbox.ts';
import { createFlowMind } from './flow/flow-mind.ts';
import type { Mind } from './mind.ts';
import { createModelMind, type ModelMindOptions } from './model/model-mind.ts';

export const LanguageModelMissing = domainError(
  'unavailable',
  'model_not_configured',
  'This agent has no flow, and this server has no language model. Give the agent a flow, or set LLM_BASE_URL and LLM_MODEL on the server.',
);

export type MindOptions = {
  languageModel: Pick<LanguageModel, 'chat'> | null;
  threads: Threads;
  accountId: string;
  settings: AgentSettings;
  toolbox: Toolbox;
  lookUp?: ModelMindOptions['lookUp'];
};

/** A flow, where the agent has one, else the language model. */
export function createMind({ languageModel, settings, lookUp, ...options }: MindOptions): Mind {
  const { flow, language } = settings;
  if (flow) return createFlowMind(flow, { ...options, language: languageFrom(language ?? undefined) });
  if (!languageModel) throw new LanguageModelMissing();
  return createModelMind({ languageModel, settings, toolbox: options.toolbox, lookUp });
}
