export type { ConversationSettings, Phase } from './conversation-state.ts';
export {
  createLiveConversation,
  type LiveConversation,
  type LiveOptions,
  type LiveOutput,
} from './live-conversation.ts';
export { type LiveSettings, liveSettingsOf } from './live-settings.ts';
export type { LiveClock, Speaking, Thinking } from './reply.ts';
