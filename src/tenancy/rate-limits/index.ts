export { createRateLimiter, forgiveAddress, type RateLimiter } from './limiter.ts';
export { clearWindow, forgiveLastHit, hitWindow } from './queries.ts';
