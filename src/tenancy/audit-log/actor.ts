import type { FastifyRequest } from 'fastify';
import { addressOf } from '../../http/index.ts';

/** `operator` is whoever runs commands on the machine; `anonymous` has proved nothing yet, or only a mailed link. */
export const ACTORS = [
  'account',
  'administrator',
  'operator',
  'payment_provider',
  'system',
  'anonymous',
] as const;

/** An actor is whoever did something, with the place it was done from. */
export type Actor = {
  kind: (typeof ACTORS)[number];
  accountId?: string | undefined;
  /** The session or key that was used. */
  credential?: { kind: string; id: string } | undefined;
  /** `addressOf` gives it in this form. */
  address?: string | undefined;
  userAgent?: string | undefined;
};

export const SYSTEM: Actor = { kind: 'system' };
export const OPERATOR: Actor = { kind: 'operator' };
export const PAYMENT_PROVIDER: Actor = { kind: 'payment_provider' };

/** Whoever just opened a session. */
export function ownerIn(
  session: { accountId: string; sessionId: string },
  from: { address: string; userAgent: string | undefined },
): Actor {
  const { accountId, sessionId } = session;
  return { kind: 'account', accountId, credential: { kind: 'session', id: sessionId }, ...from };
}

/** The caller of a route. On routes for administrators it acts as one. */
export function actorOf(request: FastifyRequest): Actor {
  const from = { address: addressOf(request), userAgent: request.headers['user-agent'] };
  const { caller } = request;
  if (!caller) return { kind: 'anonymous', ...from };
  const kind = request.routeOptions.config.auth === 'admin' ? 'administrator' : 'account';
  return { kind, accountId: caller.accountId, credential: caller.credential, ...from };
}
