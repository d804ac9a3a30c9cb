import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { prefixedId } from '../platform/ids.ts';

const SANE_TOKEN = /^[A-Za-z0-9._:-]{1,128}$/;

/** A caller's own id is kept when it is safe to print in a header and a log line. */
export function requestIdOf(request: IncomingMessage): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && SANE_TOKEN.test(given) ? given : prefixedId('req');
}

export function installResponseHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => identifyAnswer(request, reply));
}

export function identifyAnswer(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('x-request-id', request.id);
  if (request.url.startsWith('/api/v1/')) reply.header('x-service-api-version', '1');
}
