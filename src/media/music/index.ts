export { musicRoutes } from './routes.ts';
export {
  MAX_SECONDS as MAX_MUSIC_SECONDS,
  MIN_SECONDS as MIN_MUSIC_SECONDS,
  MusicRequestSchema,
} from './schemas.ts';
