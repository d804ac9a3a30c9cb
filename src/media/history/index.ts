export { historyData } from './account-data.ts';
export { AudioGone, GenerationNotFound } from './errors.ts';
export { createHistory, type Generation, type History, type HistoryEntry } from './history.ts';
export type { TimedSpan } from './queries.ts';
export { historyRoutes } from './routes.ts';
