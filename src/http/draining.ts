import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Goes on taking calls for so many seconds, while the readiness probe says that the server is stopping and each answer ends
     * its connection: whoever sends calls here has time to notice.
     */
    leave(seconds: number): Promise<void>;
    isLeaving(): boolean;
  }
}

const POLL_MS = 100;

/**
 * Lets a stopping server wait for requests in progress only. Node counts a connection that never sent a request as busy,
 * and clients preconnect: such a connection would block shutdown forever.
 */
export function installDraining(app: FastifyInstance): void {
  let isLeaving = false;
  app.decorate('isLeaving', () => isLeaving);
  app.decorate('leave', async (seconds: number) => {
    isLeaving = true;
    await sleep(seconds * 1_000);
  });
  app.addHook('onRequest', async (_request, reply) => {
    // A proxy that kept the connection might send its next call at the moment in which it is closed.
    if (isLeaving) reply.header('connection', 'close');
  });
  let activeRequests = 0;
  app.server.on('request', (_request, response) => {
    activeRequests += 1;
    response.once('close', () => {
      activeRequests -= 1;
    });
  });
  app.addHook('preClose', async () => {
    const poll = setInterval(() => {
      if (activeRequests === 0) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, POLL_MS);
    app.server.once('close', () => clearInterval(poll));
    // A server that never listened, as in tests that inject, emits no 'close'.
    if (!app.server.listening) clearInterval(poll);
  });
}
