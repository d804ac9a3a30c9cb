import type { FastifyReply } from 'fastify';

/** Aborts when the connection closes before the whole response was written to it. */
export function clientGone(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  if (raw.destroyed) controller.abort(new ClientGone());
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort(new ClientGone());
  });
  return controller.signal;
}

export class ClientGone extends Error {
  constructor() {
    super('The client closed the connection before the response was complete.');
    this.name = 'ClientGone';
  }
}
