export { historyData } from './account-data.ts';
export { createHistory, GenerationNotFound, type History } from './history.ts';
export type { HistoryEntry } from './history-entry.ts';
export { HISTORY_OBJECTS, type TimedSpan } from './queries.ts';
export { historyRoutes } from './routes.ts';
export { audioPath } from './schemas.ts';
