import { once } from 'node:events';
import { connect } from 'node:net';
import { HELLO } from './customer.ts';
import type { TestService } from './test-service.ts';

/** Returns the port of the service, which listens for tests that need real sockets. */
export async function listening({ app }: Pick<TestService, 'app'>): Promise<number> {
  if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('the service listens on no port');
  return address.port;
}

/** Posts a request, for speech by default, over a real connection and closes it once `started` is true, before any byte comes back. */
export async function disconnectBeforeResponse(
  service: Pick<TestService, 'app'>,
  apiKey: string,
  started: () => Promise<unknown>,
  path = '/api/v1/tts',
  request: object = HELLO,
): Promise<void> {
  const socket = connect(await listening(service), '127.0.0.1');
  await once(socket, 'connect');
  const body = JSON.stringify(request);
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: localhost',
    `Authorization: Bearer ${apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  await started();
  socket.destroy();
}
