import type { FastifyInstance } from 'fastify';

const LOOK_MS = 100;

/**
 * A stopping server waits for what it is answering and for nothing else. Node takes a connection on which nothing was
 * ever asked for a busy one, and clients open such connections ahead of need: they would hold up the stop for ever.
 */
export function installDraining(app: FastifyInstance): void {
  let answering = 0;
  app.server.on('request', (_request, response) => {
    answering += 1;
    response.once('close', () => {
      answering -= 1;
    });
  });
  app.addHook('preClose', async () => {
    const look = setInterval(() => {
      if (answering === 0) app.server.closeAllConnections();
      else app.server.closeIdleConnections();
    }, LOOK_MS);
    app.server.once('close', () => clearInterval(look));
    // Never opened, as in tests that inject: then nothing closes either.
    if (!app.server.listening) clearInterval(look);
  });
}
