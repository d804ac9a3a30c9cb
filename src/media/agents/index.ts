export { agentData } from './account-data.ts';
export { endDueConversations } from './conversations/end-conversation.ts';
export { conversationRoutes } from './conversations/routes.ts';
export { turnRoutes } from './conversations/turn-routes.ts';
export { agentRoutes } from './routes.ts';
