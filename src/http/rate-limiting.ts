import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type DomainError, domainError } from '../platform/errors.ts';
import { addressOf, type RateBucket } from './caller.ts';

export type RateLimitHit = {
  bucket: Exclude<RateBucket, 'none'>;
  /** The credential or address that the limit applies to. */
  subject: string;
  /** The account whose credentials share a second, higher limit; null without a caller. */
  accountId: string | null;
  /** The caller's plan; null without a caller. */
  plan: string | null;
};

export type RateLimitVerdict = {
  allowed: boolean;
  limit: number;
  remaining: number;
  resetSeconds: number;
  /** Set when the shared limit of the account's credentials was reached, not this credential's own. */
  accountLimit?: number;
};

export type RateLimiting = { hit(hit: RateLimitHit): Promise<RateLimitVerdict> };

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on `auth` routes, which refuse the request themselves: see `installRateLimiting`. */
    rateLimited: DomainError | null;
  }
}

const WINDOW_SECONDS = 60;

export const RateLimited = domainError(
  'rate_limited',
  'rate_limited',
  ({ limit, accountLimit }: Pick<RateLimitVerdict, 'limit' | 'accountLimit'>) => {
    const what =
      accountLimit === undefined
        ? `${limit} requests in ${WINDOW_SECONDS} seconds`
        : `${accountLimit} requests in ${WINDOW_SECONDS} seconds for all keys and sessions of the account`;
    return {
      public: `Rate limit reached: ${what}. Wait, then try again.`,
      retryAfterSeconds: WINDOW_SECONDS,
    };
  },
);

/**
 * Must be installed after authentication: limits apply per caller, and an unknown caller gets 401 first. An `auth` route
 * decides for itself, because people behind one address must not be able to lock each other out.
 */
export function installRateLimiting(app: FastifyInstance, limiting: RateLimiting): void {
  app.decorateRequest('rateLimited', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) return;
    const hit = hitFor(request);
    if (!hit) return;
    const verdict = await limiting.hit(hit);
    describeLimit(reply, hit.bucket, verdict);
    if (verdict.allowed) return;
    if (hit.bucket !== 'auth') throw new RateLimited(verdict);
    request.rateLimited = new RateLimited(verdict);
  });
}

function hitFor(request: FastifyRequest): RateLimitHit | null {
  const { bucket, auth } = request.routeOptions.config;
  if (bucket === 'none') return null;
  const { caller } = request;
  if (bucket === 'public' || bucket === 'auth' || auth === 'public' || !caller) {
    const subject = `address:${addressOf(request)}`;
    return { bucket: bucket === 'auth' ? 'auth' : 'public', subject, accountId: null, plan: null };
  }
  const { kind, id, ephemeralKeyId } = caller.credential;
  const { accountId, plan } = caller;
  return { bucket: bucket ?? 'general', subject: `${kind}:${ephemeralKeyId ?? id}`, accountId, plan };
}

function describeLimit(reply: FastifyReply, bucket: string, verdict: RateLimitVerdict): void {
  reply.header('ratelimit-policy', `"${bucket}";q=${verdict.limit};w=${WINDOW_SECONDS}`);
  reply.header('ratelimit', `"${bucket}";r=${verdict.remaining};t=${verdict.resetSeconds}`);
}
