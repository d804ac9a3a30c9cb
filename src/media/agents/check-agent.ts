import type { LanguageModel } from '../../../engines/language-model/index.ts';
import type { SpeechEngine } from '../../../engines/speech/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import type { OutboundPolicy } from '../../platform/safe-fetch/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import type { Threads } from '../../platform/threads/index.ts';
import { readSpeech, readVoice, voiceOf } from '../speech/index.ts';
import { type AgentSettings, type DisclosureRule, voiceWanted } from './agent.ts';
import { DISCLOSURE_PLACE } from './disclosure.ts';
import {
  AgentModelUnknown,
  DisclosureRequired,
  InvalidSettings,
  MindRequired,
  ModelRequired,
} from './errors.ts';
import { findFlowFaults } from './responders/flow/flow-tasks.ts';
import { checkTools } from './tools/check-tools.ts';

type AgentModels = { languageModel: LanguageModel | null; agentModels: readonly string[] };
export type CheckAgentDeps = AgentModels &
  DisclosureRule & {
    db: Db;
    clock: Clock;
    engine: SpeechEngine;
    outbound: OutboundPolicy;
    threads: Threads;
    sealing: Sealing;
  };

/**
 * Refuses settings with which no conversation could be held. `before` are those of an agent that is changed: one that
 * already needs a language model may be changed on a server that has lost its own.
 */
export async function checkAgent(
  deps: CheckAgentDeps,
  accountId: string,
  settings: AgentSettings,
  before: AgentSettings | null,
): Promise<void> {
  const { flow, system_prompt: prompt, model } = settings;
  if (settings.disclosure === 'none' && !deps.isDisclosureOptional) throw new DisclosureRequired();
  if (!flow && !prompt) throw new MindRequired();
  const neededModel = before !== null && !before.flow;
  if (!flow && !deps.languageModel && !neededModel) throw new ModelRequired();
  const tools = settings.tools ?? [];
  const work = { owner: accountId, what: 'Checking the flow' };
  const faults = flow ? await deps.threads.run(findFlowFaults, { flow, tools }, work) : [];
  if (faults.length > 0) throw new InvalidSettings('invalid_flow', faults);
  const misfits = await checkTools(deps, accountId, tools);
  if (misfits.length > 0) throw new InvalidSettings('invalid_tools', misfits);
  if (model && !modelsOf(deps).includes(model)) throw new AgentModelUnknown(modelsOf(deps));
  const voice = voiceWanted(settings);
  voiceOf(await readVoice(deps, { accountId }, voice));
  const first = settings.first_message?.replaceAll(DISCLOSURE_PLACE, '').trim();
  for (const text of [first, settings.last_sentence])
    if (text) await readSpeech(deps, { accountId }, { ...voice, text });
}

/** Lists the models that an agent may name: the operator's model and those that the operator allows beside it. */
function modelsOf({ languageModel, agentModels }: AgentModels): string[] {
  return languageModel ? [...new Set([languageModel.model, ...agentModels])] : [];
}
