import type { FastifyInstance } from 'fastify';
import { domainError } from '../platform/errors.ts';

/** Kinds of long-lived responses. A route names its kind in `config.stream`. */
export type StreamKind = 'speech' | 'events' | 'calls' | 'export' | 'conversations';

type Limits = { perAccount: number; perNode: number };

/** A slow reader makes a stream hold memory, a connection and an engine slot for as long as it likes. */
export const STREAM_LIMITS: Record<StreamKind, Limits> = {
  speech: { perAccount: 20, perNode: 200 },
  events: { perAccount: 50, perNode: 2_000 },
  calls: { perAccount: 20, perNode: 500 },
  export: { perAccount: 1, perNode: 4 },
  conversations: { perAccount: 20, perNode: 200 },
};

declare module 'fastify' {
  interface FastifyContextConfig {
    stream?: StreamKind;
  }
}

const RETRY_AFTER_SECONDS = 5;

const TooManyStreams = domainError('rate_limited', 'too_many_streams', (max: number) => ({
  public: `This account already has ${max} open streams of this kind. Close one, then try again.`,
  retryAfterSeconds: RETRY_AFTER_SECONDS,
}));

const NodeStreamsFull = domainError('unavailable', 'too_many_streams', {
  public: 'This server has too many open streams. Try again shortly.',
  retryAfterSeconds: RETRY_AFTER_SECONDS,
});

/** Must be installed after authentication. Counts per node: a second node admits as many again. */
export function installStreamLimits(
  app: FastifyInstance,
  limits: Record<StreamKind, Limits> = STREAM_LIMITS,
): void {
  const open = new Map<string, number>();

  function enter(name: string, max: number, scope: 'account' | 'node'): void {
    const count = open.get(name) ?? 0;
    if (count >= max) throw scope === 'account' ? new TooManyStreams(max) : new NodeStreamsFull();
    open.set(name, count + 1);
  }

  function leave(name: string): void {
    const count = (open.get(name) ?? 1) - 1;
    if (count > 0) open.set(name, count);
    else open.delete(name);
  }

  app.addHook('onRequest', async (request, reply) => {
    const kind = request.routeOptions.config.stream;
    if (!kind || request.is404 || !request.caller) return;
    const { perAccount, perNode } = limits[kind];
    const account = `${kind} ${request.caller.accountId}`;
    enter(account, perAccount, 'account');
    try {
      enter(kind, perNode, 'node');
    } catch (error) {
      leave(account);
      throw error;
    }
    // Emitted after every response, complete or aborted.
    reply.raw.once('close', () => {
      leave(account);
      leave(kind);
    });
  });
}
