import type { LanguageModel } from '../../../engines/language-model/index.ts';
import { LanguageModelNotConfigured, UnknownRealtimeModel } from './errors.ts';

/** OpenAI's names stand for the operator's model, so that existing clients work unchanged. */
export const REALTIME_MODELS: readonly string[] = ['gpt-realtime', 'gpt-realtime-mini', 'gpt-realtime-2.1'];

const OPENAI_NAMES = /^gpt-(?:realtime|4o-realtime|4o-mini-realtime)(?:-|$)/;

export type ModelDeps = { languageModel: LanguageModel | null; agentModels: readonly string[] };

/** Every name that a session may be opened with; none without a model server. */
export function realtimeModels({ languageModel, agentModels }: ModelDeps): string[] {
  return languageModel ? [...new Set([...REALTIME_MODELS, languageModel.model, ...agentModels])] : [];
}

/** The name by which the model server knows it; undefined: its default. */
export function chatModelOf(deps: ModelDeps, name: string): string | undefined {
  if (!deps.languageModel) throw new LanguageModelNotConfigured();
  if (OPENAI_NAMES.test(name)) return undefined;
  const known = realtimeModels(deps);
  if (known.includes(name)) return name;
  throw new UnknownRealtimeModel(known);
}
