import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefixedId } from '../platform/ids.ts';

const SAFE_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** Keeps the client's own id if it is safe in a header and a log line. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SAFE_ID.test(given) ? given : prefixedId('req');
}

export function installResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => setResponseHeaders(request, reply));
}

export function setResponseHeaders(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  // Almost everything is somebody's own. What may be cached says so itself.
  reply.header('cache-control', 'no-store');
  if (request.url.startsWith('/api/v1/')) reply.header('x-service-api-version', '1');
}
