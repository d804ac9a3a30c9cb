export { createRateLimiter, forgiveAddress, type RateLimiter, type RateLimiterDeps } from './limiter.ts';
export { clearWindow, forgiveLastHit, hitWindow, type WindowHit, type WindowVerdict } from './queries.ts';
