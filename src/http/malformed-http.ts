import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { domainError } from '../platform/errors.ts';
import { prefixedId } from '../platform/ids.ts';

const HostHeaderMissing = domainError(
  'invalid',
  'invalid_request',
  'An HTTP/1.1 request needs a Host header.',
);

/** Handles two cases that Node would answer itself, with no error body and no request id. */
export function installHttpRules(app: FastifyInstance): void {
  // RFC 9110 (10.1.1) allows a server to ignore an unknown expectation.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw new HostHeaderMissing();
  });
}

/** Malformed HTTP never becomes a request, so the error body is written to the socket directly. */
export function answerMalformedHttp(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const requestId = prefixedId('req');
  const message =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'The request headers are too large.'
      : 'This is not a valid HTTP request.';
  const body = JSON.stringify({ error: message, code: 'invalid_request', request_id: requestId });
  socket.end(
    [
      'HTTP/1.1 400 Bad Request',
      'content-type: application/json; charset=utf-8',
      `x-request-id: ${requestId}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}
