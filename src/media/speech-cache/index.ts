export { speechCacheData } from './account-data.ts';
export { cacheKey } from './cache-key.ts';
export { deleteOfVoice, forgetFiles } from './queries.ts';
export {
  type CachedChunk,
  type CachedSpeech,
  type CacheEntry,
  createSpeechCache,
  type HistoryFile,
  type SpeechCache,
} from './speech-cache.ts';
