export { LanguageModelFailed } from './errors.ts';
export { createLanguageModel, type LanguageModelOptions } from './openai-compatible.ts';
export type { Completion, LanguageModel } from './types.ts';
