export { pronunciationData } from './account-data.ts';
export { readDictionary } from './dictionary.ts';
export { pronunciationRoutes } from './routes.ts';
export { RequestPronunciations } from './schemas.ts';
