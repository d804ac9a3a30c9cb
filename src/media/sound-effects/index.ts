export { effectRoutes } from './routes.ts';
