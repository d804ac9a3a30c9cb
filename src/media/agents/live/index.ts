export type { Phase } from './conversation-state.ts';
export {
  createLiveConversation,
  type LiveConversation,
  type LiveOutput,
} from './live-conversation.ts';
export { liveSettingsOf } from './live-settings.ts';
export type { LiveClock, Speaking, Thinking } from './reply.ts';
