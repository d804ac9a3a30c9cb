import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError, domainError } from '../platform/errors.ts';
import type { Caller } from './caller.ts';
import { commonPermissions, type KeyScope, requireScope } from './key-scope.ts';

/** The present rights of a key or a session. */
export type Standing = KeyScope & { plan: string };

export type Access = {
  /** Reads the rights behind each caller, in the same order. Null means that the key or session has ended. */
  standings(callers: readonly Caller[]): Promise<(Standing | null)[]>;
  /** Calls back with an account whose access may have become less, on whichever node that happened. */
  onChange(changed: (accountId: string) => void): void;
  isSmallerPlan(plan: string, before: string): boolean;
  now(): Date;
};

export type AccessEndOptions = { checkEveryMs?: number; graceMs?: number };

declare module 'fastify' {
  interface FastifyRequest {
    accessEnded: AbortSignal | null;
  }
  interface FastifyContextConfig {
    /** The response may last: it is told when its caller's access ends. So is every route with a `stream`. */
    lasting?: boolean;
  }
}

/** The backstop for a notification that was lost: as often as a conversation renews its lease. */
const CHECK_EVERY_MS = 10_000;
/** A stream has this long to send its last event. */
const GRACE_MS = 2_000;

const KeyEnded = domainError(
  'unauthenticated',
  'key_revoked',
  'This API key has ended. Connect again with another one.',
);

const SessionEnded = domainError('unauthenticated', 'session_ended', 'The session has ended. Sign in again.');

const PlanEnded = domainError(
  'payment_required',
  'plan_ended',
  'The plan of the account has ended or became smaller. Connect again.',
);

type Open = { request: FastifyRequest; caller: Caller; end: AbortController };

/**
 * Ends open responses and sockets whose key, session, account or plan has ended, or whose key was narrowed. Must be installed
 * after authentication. Notifications are quick and may be lost, so all that is open is also checked again and again.
 */
export function installAccessEnd(
  app: FastifyInstance,
  access: Access,
  { checkEveryMs = CHECK_EVERY_MS, graceMs = GRACE_MS }: AccessEndOptions = {},
): void {
  const open = new Set<Open>();

  async function check(some: readonly Open[]): Promise<void> {
    if (some.length === 0) return;
    const standings = await access.standings(some.map(({ caller }) => caller));
    for (const [index, one] of some.entries()) {
      const error = endOf(access, one, standings[index] ?? null);
      if (error) one.end.abort(error);
    }
  }
  /** Without the database nothing is charged either, and the next check comes. */
  const checkSafely = (some: readonly Open[]): Promise<void> =>
    check(some).catch((err: unknown) => app.log.warn({ err }, 'the access of open streams was not checked'));

  access.onChange(
    (accountId) => void checkSafely([...open].filter(({ caller }) => caller.accountId === accountId)),
  );
  let isChecking = false;
  const timer = setInterval(async () => {
    // A slow database gets no second question before it has answered the first.
    if (isChecking) return;
    isChecking = true;
    await checkSafely([...open]);
    isChecking = false;
  }, checkEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  app.decorateRequest('accessEnded', null);
  app.addHook('onRequest', async (request, reply) => {
    const { stream, lasting } = request.routeOptions.config;
    const { caller } = request;
    if (!(stream || lasting) || request.is404 || !caller) return;
    const one: Open = { request, caller, end: new AbortController() };
    const { signal } = one.end;
    request.accessEnded = signal;
    open.add(one);
    reply.raw.once('close', () => open.delete(one));
    if (request.ws) return;
    signal.addEventListener('abort', () => setTimeout(() => reply.raw.destroy(), graceMs).unref());
  });
}

/** Aborted when the access of the caller ends; the reason is an error for them. */
export function accessEnded({ accessEnded: signal }: FastifyRequest): AbortSignal {
  if (!signal) throw new Error('This route is neither a stream nor lasting.');
  return signal;
}

/** Server-sent events, and at their end `error` if it came with the end of the access. */
export async function* withAccessEnd(
  request: FastifyRequest,
  events: AsyncIterable<string>,
): AsyncGenerator<string> {
  const ended = accessEnded(request);
  yield* events;
  if (!ended.aborted) return;
  const { public: error, code } = ended.reason as DomainError;
  yield `event: error\ndata: ${JSON.stringify({ error, code, request_id: request.id })}\n\n`;
}

function endOf(access: Access, { request, caller }: Open, standing: Standing | null): DomainError | null {
  const { credential, endsAt, plan } = caller;
  const bySession = credential.kind === 'session';
  if (!standing) return bySession ? new SessionEnded() : new KeyEnded();
  // A conversation that has begun may outlast the key for a browser that began it.
  const isConversation = request.routeOptions.config.stream === 'conversations';
  if (endsAt && endsAt <= access.now() && !isConversation) return new KeyEnded();
  try {
    requireScope(request, { credential, scope: scopeNow(caller, standing) });
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  return access.isSmallerPlan(standing.plan, plan) ? new PlanEnded() : null;
}

/** An ephemeral key keeps its own scope, less what its maker has lost. */
function scopeNow({ credential, scope }: Caller, { permissions, allowedAddresses }: Standing): KeyScope {
  if (credential.kind !== 'ephemeral') return { permissions, allowedAddresses };
  const own = scope?.permissions ?? null;
  return {
    permissions: own && commonPermissions(own, permissions),
    allowedAddresses: scope?.allowedAddresses ?? null,
  };
}
