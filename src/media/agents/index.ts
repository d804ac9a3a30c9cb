export { agentData } from './account-data.ts';
export { agentRoutes } from './routes.ts';
