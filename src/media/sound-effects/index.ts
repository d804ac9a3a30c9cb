export { effectRoutes } from './routes.ts';
export { EffectRequestSchema } from './schemas.ts';
