export { adminViewOf } from './describe-entry.ts';
export { listEntries } from './list-entries.ts';
export { statementRoutes } from './routes.ts';
export { AdminEntriesPage, EntriesQuery } from './schemas.ts';
