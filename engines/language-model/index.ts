export { createLanguageModel, LanguageModelFailed, type LanguageModelOptions } from './openai-compatible.ts';
export type {
  CallOptions,
  ChatMessage,
  ChatPart,
  ChatRequest,
  ChatTool,
  Completion,
  LanguageModel,
  ToolCall,
  Usage,
} from './types.ts';
