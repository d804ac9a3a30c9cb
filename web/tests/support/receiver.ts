import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a customer that takes every webhook. */
export async function startReceiver() {
  const server = createServer((_request, response) => response.end('Thank you.')).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { host, url: `http://${host}/hooks`, close: () => server.close() };
}
