import type { Socket } from 'node:net';
import { prefixedId } from '../platform/ids.ts';

/** What is not HTTP at all never becomes a request, so it is answered on the bare socket, in the same shape. */
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
