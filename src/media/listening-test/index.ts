export { listeningTestRoutes } from './routes.ts';
