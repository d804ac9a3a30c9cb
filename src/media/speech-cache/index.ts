export { speechCacheData } from './account-data.ts';
export { cacheKey } from './cache-key.ts';
export { deleteOfVoice } from './queries.ts';
export {
  type CachedChunk,
  type CachedSpeech,
  type CacheEntry,
  createSpeechCache,
  type SpeechCache,
} from './speech-cache.ts';
