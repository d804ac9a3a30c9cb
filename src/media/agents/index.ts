export { agentData } from './account-data.ts';
export { checkRoutes } from './checks/routes.ts';
export { endDueConversations } from './conversations/end-conversation.ts';
export { conversationRoutes } from './conversations/routes.ts';
export { turnRoutes } from './conversations/turn-routes.ts';
export { createKnowledge } from './knowledge/look-up.ts';
export { knowledgeRoutes } from './knowledge/routes.ts';
export { heardWords, type SpokenWord } from './mouth/index.ts';
export { agentRoutes } from './routes.ts';
