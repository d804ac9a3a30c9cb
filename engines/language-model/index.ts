export { createLanguageModel, LanguageModelFailed } from './openai-compatible.ts';
export type {
  ChatMessage,
  ChatPart,
  ChatRequest,
  ChatTool,
  Completion,
  LanguageModel,
  ToolCall,
  Usage,
} from './types.ts';
