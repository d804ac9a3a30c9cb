import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { WebSocket, WebSocketServer } from 'ws';
import { CHANNEL_LIMITS, openChannel } from './channel.ts';

const LIMITS = { ...CHANNEL_LIMITS, heartbeatMs: 30 };
const HANDSHAKE = [
  'GET / HTTP/1.1',
  'Host: localhost',
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];

describe('a channel', () => {
  let server: WebSocketServer;
  let port: number;
  before(async () => {
    server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(server, 'listening');
    ({ port } = server.address() as { port: number });
  });
  after(() => server.close());

  test('ends when its client answers no ping: the network was lost without a word', async () => {
    const connected = once(server, 'connection');
    const silent = connect(port, '127.0.0.1', () => silent.write(`${HANDSHAKE.join('\r\n')}\r\n\r\n`));
    const [socket] = (await connected) as [WebSocket];
    const { signal } = openChannel(socket, LIMITS);
    if (!signal.aborted) await once(signal, 'abort');
    silent.destroy();
  });

  test('stays while its client answers pings, even if it says nothing', async () => {
    const connected = once(server, 'connection');
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    const [socket] = (await connected) as [WebSocket];
    const { signal } = openChannel(socket, { ...LIMITS, heartbeatMs: 500 });
    for (let pings = 0; pings < 3; pings += 1) await once(client, 'ping');
    assert.equal(signal.aborted, false);
    client.terminate();
    await once(signal, 'abort');
  });
});
