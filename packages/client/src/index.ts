export { ConnectionError, TimeoutError, VoxHumanaError } from './base-errors.ts';
export { createClient, type VoxHumana } from './client.ts';
export type { Form, Input, Json, MediaCall, Operation, Output, Query } from './core/api.ts';
export type { Answer, Call } from './core/call.ts';
export {
  type AnyErrorCode,
  ApiError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  type ErrorDetail,
  NotFoundError,
  PaymentRequiredError,
  PermissionDeniedError,
  RateLimitError,
  ServerError,
  UnprocessableError,
} from './core/errors.ts';
export type { Logger, LogLevel } from './core/log.ts';
export type { ClientOptions, RequestOptions } from './core/options.ts';
export { Page, type PageCall } from './core/pages.ts';
export type {
  Agent,
  AgentChecks,
  AgentDocument,
  AgentFlow,
  AgentTool,
  Asset,
  Batch,
  BatchDryRun,
  BatchQueued,
  Conversation,
  ConversationTurn,
  Dub,
  ErrorCode,
  Estimate,
  Generation,
  Job,
  Listing,
  Operations,
  Transcript,
  TurnAnswer,
  VoiceClone,
  VoiceDesign,
  WebhookEvent,
} from './generated/operations.ts';
export { LiveConnectionError } from './live/connection.ts';
export type {
  EndedReason,
  LiveEvent,
  ReplyAudio,
  SoundFormat,
  SpokenWord,
  ToolCall,
} from './live/events.ts';
export type { LiveConversation, TalkOptions } from './live/live-conversation.ts';
export type { ToolFunction } from './live/tool-functions.ts';
export { Media } from './media.ts';
export { JobFailedError, type WaitOptions } from './resources/jobs.ts';
export type { TurnEvent } from './resources/turn-events.ts';
export type { ListenOptions, LiveWebhook } from './resources/webhook-events.ts';
export type { Uploadable } from './uploads.ts';
export { verifyWebhook, type WebhookHeaders, WebhookVerificationError } from './webhooks.ts';
