export type { BatchDeps } from './enqueue-batch.ts';
export { batchRoutes } from './routes.ts';
