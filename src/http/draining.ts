import type { FastifyInstance } from 'fastify';

const POLL_MS = 100;

/**
 * Lets a stopping server wait for requests in progress only. Node counts a connection that never sent a request as busy,
 * and clients preconnect: such a connection would block shutdown forever.
 */
export function installDraining(app: FastifyInstance): void {
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
