export { fileCheckRoutes } from './routes.ts';
