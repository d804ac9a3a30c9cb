export { musicRoutes } from './routes.ts';
