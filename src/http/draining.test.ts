import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { createTestServer } from './testing.ts';

test('shutdown does not wait for connections without a request', async () => {
  const app = await createTestServer();
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  await once(socket, 'connect');
  const gone = once(socket, 'close');
  await app.close();
  await gone;
});

test('shutdown waits for requests in progress', async () => {
  const app = await createTestServer();
  const received = Promise.withResolvers<void>();
  const response = Promise.withResolvers<string>();
  app.get('/slow', { config: { auth: 'public', bucket: 'none' } }, async () => {
    received.resolve();
    return response.promise;
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const reply = fetch(`http://127.0.0.1:${port}/slow`);
  await received.promise;
  const closed = app.close();
  setTimeout(() => response.resolve('done'), 300);
  assert.equal(await (await reply).text(), 'done');
  await closed;
});
