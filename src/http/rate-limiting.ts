import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DomainError } from '../platform/errors.ts';
import type { RateBucket } from './caller.ts';

export type RateLimitHit = { bucket: Exclude<RateBucket, 'none'>; subject: string; plan: string | null };
export type RateLimitVerdict = { allowed: boolean; limit: number; remaining: number; resetSeconds: number };
export type RateLimiting = { hit(hit: RateLimitHit): Promise<RateLimitVerdict> };

const WINDOW_SECONDS = 60;

export class RateLimited extends DomainError {
  constructor(limit: number) {
    super({
      kind: 'rate_limited',
      code: 'rate_limited',
      public: `Rate limit reached: ${limit} requests in ${WINDOW_SECONDS} seconds. Wait, then try again.`,
      retryAfterSeconds: WINDOW_SECONDS,
    });
  }
}

/** Must be installed after authentication: a limit belongs to a caller, and an unknown one gets 401 first. */
export function installRateLimiting(app: FastifyInstance, limiting: RateLimiting): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const hit = hitFor(request);
    if (!hit) return;
    const verdict = await limiting.hit(hit);
    describeLimit(reply, hit.bucket, verdict);
    if (!verdict.allowed) throw new RateLimited(verdict.limit);
  });
}

function hitFor(request: FastifyRequest): RateLimitHit | null {
  const { bucket, auth } = request.routeOptions.config;
  if (bucket === 'none') return null;
  const { caller } = request;
  if (bucket === 'public' || bucket === 'auth' || auth === 'public' || !caller) {
    return { bucket: bucket === 'auth' ? 'auth' : 'public', subject: `address:${request.ip}`, plan: null };
  }
  const { kind, id } = caller.credential;
  return { bucket: bucket ?? 'general', subject: `${kind}:${id}`, plan: caller.plan };
}

function describeLimit(reply: FastifyReply, bucket: string, verdict: RateLimitVerdict): void {
  reply.header('ratelimit-policy', `"${bucket}";q=${verdict.limit};w=${WINDOW_SECONDS}`);
  reply.header('ratelimit', `"${bucket}";r=${verdict.remaining};t=${verdict.resetSeconds}`);
}
