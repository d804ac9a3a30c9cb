import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { WebSocket } from 'ws';
import { DomainError } from '../../platform/errors.ts';
import { STREAM_LIMITS } from '../stream-limits.ts';
import { createTestServer } from '../testing.ts';
import type { Channel } from './channel.ts';
import { type SocketHandler, socketRoute } from './index.ts';

const AUTHORIZATION = { headers: { authorization: 'Bearer sk_live_ann' } };
const ROUTE = {
  schema: {},
  config: { auth: 'bearer', stream: 'conversations' },
  farewell: ({ code }: DomainError) => ({ goodbye: code }),
} as const;

describe('WebSockets', () => {
  let app: Awaited<ReturnType<typeof createTestServer>>;
  let url: string;
  let handler: SocketHandler = echo;
  before(async () => {
    app = await createTestServer({
      streamLimits: { ...STREAM_LIMITS, conversations: { perAccount: 2, perNode: 10 } },
    });
    socketRoute(app, '/api/v1/live', ROUTE, (channel, request) => handler(channel, request));
    const admit = async ({ query }: FastifyRequest) => {
      const { name } = query as { name?: string };
      if (!name) throw new DomainError({ kind: 'invalid', code: 'no_name', public: 'Say who you are.' });
      return name;
    };
    socketRoute(app, '/api/v1/admitted', { ...ROUTE, admit }, async ({ messages, send }, _, name) => {
      for await (const { kind, ...message } of messages)
        if ('text' in message) await send({ [message.text]: name });
    });
    app.post('/api/v1/echo', async (request) => request.body);
    app.get('/api/v1/plain', async () => ({}));
    url = (await app.listen({ host: '127.0.0.1', port: 0 })).replace('http', 'ws');
  });
  after(() => app.close());

  async function opened(path = '/api/v1/live', protocols: string[] = []): Promise<WebSocket> {
    const socket = new WebSocket(url + path, protocols, protocols.length ? {} : AUTHORIZATION);
    await once(socket, 'open');
    return socket;
  }
  async function refusal(path: string, options = {}): Promise<number | undefined> {
    const socket = new WebSocket(url + path, options).on('error', () => undefined);
    const [, response] = await once(socket, 'unexpected-response');
    response.resume();
    return response.statusCode;
  }
  async function closed(socket: WebSocket): Promise<void> {
    const { size } = app.openSockets;
    socket.close();
    await once(socket, 'close');
    while (app.openSockets.size >= size) await delay(5);
  }

  test('carry text and bytes both ways', async () => {
    const socket = await opened();
    socket.send('hello');
    assert.deepEqual(JSON.parse(String((await once(socket, 'message'))[0])), { echo: 'hello' });
    socket.send(Buffer.from([1, 2]));
    assert.deepEqual([...(await once(socket, 'message'))[0]], [1, 2]);
    await closed(socket);
  });

  test('take the key of a browser as a subprotocol, and do not repeat it', async () => {
    const socket = await opened('/api/v1/live', ['realtime', 'openai-insecure-api-key.sk_live_ann']);
    assert.equal(socket.protocol, 'realtime');
    await closed(socket);
  });

  test('are refused without a key, on other routes and on unknown ones', async () => {
    assert.equal(await refusal('/api/v1/live'), 401);
    assert.equal(await refusal('/api/health', AUTHORIZATION), 404);
    assert.equal(await refusal('/api/v1/plain', AUTHORIZATION), 400);
  });

  test('are refused by an HTTP error before the upgrade, and get what they were admitted with', async () => {
    assert.equal(await refusal('/api/v1/admitted', AUTHORIZATION), 400);
    const socket = await opened('/api/v1/admitted?name=ann');
    socket.send('hello');
    assert.deepEqual(JSON.parse(String((await once(socket, 'message'))[0])), { hello: 'ann' });
    await closed(socket);
  });

  test('are asked for where a route is called by HTTP', async () => {
    const response = await app.inject({ url: '/api/v1/live', ...AUTHORIZATION });
    assert.deepEqual([response.statusCode, response.json().code], [400, 'socket_required']);
    const refused = await app.inject({ url: '/api/v1/admitted', ...AUTHORIZATION });
    assert.equal(refused.json().code, 'no_name');
  });

  test('count against the limit of open streams until they are closed', async () => {
    const first = await opened();
    const second = await opened();
    assert.equal(await refusal('/api/v1/live', AUTHORIZATION), 429);
    await closed(first);
    await delay(20);
    await closed(await opened());
    await closed(second);
  });

  test('leave alone a request that offers another protocol', async () => {
    const { port } = new URL(url);
    const socket = connect(Number(port), '127.0.0.1');
    const headers = 'host: x\r\nauthorization: Bearer sk_live_ann\r\ncontent-type: application/json\r\n';
    const upgrade =
      'connection: upgrade, http2-settings, close\r\nupgrade: h2c\r\nhttp2-settings: AAMAAABk\r\n';
    socket.end(`POST /api/v1/echo HTTP/1.1\r\n${headers}${upgrade}content-length: 9\r\n\r\n{"a":"b"}`);
    const answer: Buffer[] = [];
    for await (const chunk of socket) answer.push(chunk);
    const text = String(Buffer.concat(answer));
    assert.ok(text.startsWith('HTTP/1.1 200') && text.endsWith('{"a":"b"}'), text);
  });

  test('end with a reason when their handler fails, and a message that is too large ends them', async () => {
    handler = async () => {
      throw new Error('the database password is hunter2');
    };
    const failing = await opened();
    const [code, reason] = await once(failing, 'close');
    assert.deepEqual([code, String(reason)], [1011, 'Something went wrong on our side. Connect again.']);
    handler = echo;
    const large = await opened();
    large.send('x'.repeat(2_000_000));
    assert.equal((await once(large, 'close'))[0], 1009);
  });

  test('make a client wait that sends faster than it is heard', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let read = 0;
    handler = async (channel) => {
      await promise;
      for await (const message of channel.messages)
        read += message.kind === 'bytes' ? message.bytes.length : 0;
    };
    const socket = await opened();
    for (let i = 0; i < 400; i += 1) socket.send(Buffer.alloc(100_000));
    await delay(200);
    assert.ok(socket.bufferedAmount > 10_000_000, `${socket.bufferedAmount} bytes wait at the client`);
    resolve();
    while (read < 40_000_000) await delay(10);
    await closed(socket);
    handler = echo;
  });

  test('cut off a client that does not read', async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    handler = async ({ send, signal }: Channel) => {
      // Unlike who awaits what is sent.
      for (let i = 0; i < 400 && !signal.aborted; i += 1) void send(Buffer.alloc(100_000));
      resolve(await new Promise<boolean>((done) => signal.addEventListener('abort', () => done(true))));
    };
    const socket = await opened();
    socket.pause();
    assert.equal(await promise, true);
    socket.terminate();
    handler = echo;
  });

  test('are told when the server stops, and their handlers end first', async () => {
    let isDone = false;
    handler = async (channel) => {
      for await (const _ of channel.messages);
      await delay(50);
      isDone = true;
    };
    const socket = await opened();
    const closing = once(socket, 'close');
    await app.close();
    assert.equal((await closing)[0], 1001);
    assert.equal(isDone, true);
  });
});

async function echo(channel: Channel): Promise<void> {
  for await (const message of channel.messages)
    await channel.send(message.kind === 'bytes' ? message.bytes : { echo: message.text });
}
