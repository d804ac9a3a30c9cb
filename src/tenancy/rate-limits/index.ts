export {
  createRateLimiter,
  type RateLimiter,
  type RateLimiterDeps,
  type RateLimitHit,
  type RateLimitVerdict,
} from './limiter.ts';
export { clearWindow, forgiveLastHit, hitWindow, type WindowHit, type WindowVerdict } from './queries.ts';
