import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { until } from '../platform/testing/until.ts';
import { type Access, accessEnded, type Standing, withAccessEnd } from './access-end.ts';
import type { Caller } from './caller.ts';
import { socketRoute } from './sockets/index.ts';
import { createTestServer, TEST_CALLER } from './testing.ts';

const EVERYTHING: Standing = { plan: 'free', permissions: null, allowedAddresses: null };

/** A server with one caller, whose standing the test changes. */
async function openServer({ caller = TEST_CALLER, checkEveryMs = 3_600_000 } = {}) {
  const changed: ((accountId: string) => void)[] = [];
  const state = {
    caller,
    standing: EVERYTHING as Standing | null,
    now: new Date(0),
    isDown: false,
    asked: 0,
  };
  const access: Access = {
    async standings(callers) {
      state.asked += 1;
      if (state.isDown) throw new Error('the database is down');
      return callers.map(() => state.standing);
    },
    onChange: (listener) => void changed.push(listener),
    isSmallerPlan: (plan, before) => plan === 'suspended' && before !== 'suspended',
    now: () => state.now,
  };
  const app = await createTestServer({
    accessEnd: { checkEveryMs, graceMs: 50 },
    authentication: {
      authenticateKey: async () => state.caller,
      authenticateSession: async () => null,
      sessionCookieName: 'vox_session',
      verifyCsrf: () => false,
      workerSecret: 'worker',
      publicOrigin: 'http://voice.test',
      access,
      signedUrls: { secret: 'links', now: () => new Date() },
    },
  });
  app.get(
    '/events',
    { config: { auth: 'bearer', permission: 'jobs:read', stream: 'events' } },
    async (request, reply) => {
      const signal = accessEnded(request);
      async function* events() {
        yield 'event: ready\ndata: {}\n\n';
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      }
      return reply.type('text/event-stream').send(Readable.from(withAccessEnd(request, events())));
    },
  );
  app.get('/deaf', { config: { auth: 'bearer', lasting: true } }, async (_request, reply) =>
    reply.type('audio/wav').send(
      new Readable({
        read() {
          if (this.readableFlowing) this.push(Buffer.alloc(1));
        },
      }),
    ),
  );
  const heard: string[] = [];
  socketRoute(
    app,
    '/live',
    {
      schema: {},
      config: { auth: 'bearer', permission: 'talk:use', stream: 'conversations' },
      farewell: ({ code }) => ({ goodbye: code }),
    },
    async ({ messages, signal }) => {
      for await (const message of messages) if ('text' in message) heard.push(message.text);
      heard.push(signal.aborted ? 'ended' : 'left');
    },
  );
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const headers = { authorization: 'Bearer key' };
  return {
    state,
    heard,
    announce: (accountId = TEST_CALLER.accountId) => {
      for (const listener of changed) listener(accountId);
    },
    async listen(path = '/events') {
      const { body } = await fetch(url + path, { headers });
      const reader = body?.getReader();
      await reader?.read();
      return {
        async rest(): Promise<string> {
          const chunks: Uint8Array[] = [];
          for (;;) {
            const part = await reader?.read();
            if (!part?.value) return Buffer.concat(chunks).toString();
            chunks.push(part.value);
          }
        },
      };
    },
    async talk() {
      const socket = new WebSocket(`${url.replace('http', 'ws')}/live`, { headers });
      const messages: string[] = [];
      socket.on('message', (data) => messages.push(String(data)));
      await once(socket, 'open');
      return { socket, messages, closed: once(socket, 'close') };
    },
    close: () => app.close(),
  };
}

describe('what is open when the access of its caller ends', () => {
  let server: Awaited<ReturnType<typeof openServer>>;
  before(async () => {
    server = await openServer();
  });
  after(() => server.close());

  /** How a stream of events ends with this standing, and with which code a socket. */
  async function endings(standing: Standing | null) {
    server.state.standing = EVERYTHING;
    const events = await server.listen();
    const live = await server.talk();
    server.state.standing = standing;
    server.announce();
    const text = await events.rest();
    const [code, reason] = await live.closed;
    assert.match(text, /^event: error\ndata: \{"error":"[^"]+\.","code":"\w+","request_id":"\w+"\}\n\n$/);
    return { event: /"code":"(\w+)"/.exec(text)?.[1], code, reason: String(reason), messages: live.messages };
  }

  test('ends with the reason: a last event, a last message and a code of closing', async () => {
    const ended = await endings(null);
    assert.deepEqual(ended, {
      event: 'key_revoked',
      code: 4_401,
      reason: 'This API key has ended. Connect again with another one.',
      messages: ['{"goodbye":"key_revoked"}'],
    });
    const narrowed = await endings({ ...EVERYTHING, permissions: ['speech'] });
    assert.deepEqual([narrowed.event, narrowed.code], ['key_permission_denied', 4_403]);
    const moved = await endings({ ...EVERYTHING, allowedAddresses: ['203.0.113.1'] });
    assert.deepEqual([moved.event, moved.code], ['key_address_denied', 4_403]);
    const unpaid = await endings({ ...EVERYTHING, plan: 'suspended' });
    assert.deepEqual([unpaid.event, unpaid.code], ['plan_ended', 4_402]);
  });

  test('goes on when the change concerns something else, or another account', async () => {
    server.state.standing = EVERYTHING;
    const { socket, closed, messages } = await server.talk();
    const { asked } = server.state;
    server.announce('00000000-0000-7000-8000-00000000000f');
    assert.equal(server.state.asked, asked);
    server.state.standing = { plan: 'creator', permissions: ['talk:use'], allowedAddresses: ['127.0.0.1'] };
    server.announce();
    await until(() => server.state.asked === asked + 1);
    socket.send('still here');
    await until(() => server.heard.includes('still here'));
    assert.deepEqual(messages, []);
    socket.close();
    await closed;
  });

  test('hears nothing more, even from a client that does not answer the closing', async () => {
    server.state.standing = EVERYTHING;
    const { socket } = await server.talk();
    socket.pause();
    server.state.standing = null;
    server.heard.length = 0;
    server.announce();
    await until(() => server.heard.includes('ended'));
    socket.send('too late');
    socket.terminate();
    assert.deepEqual(server.heard, ['ended']);
  });

  test('a response that does not end by itself is cut off', async () => {
    server.state.standing = EVERYTHING;
    const deaf = await server.listen('/deaf');
    server.state.standing = null;
    server.announce();
    await assert.rejects(deaf.rest());
  });

  test('an ephemeral key loses what its maker loses; a conversation may outlast it, a stream of events not', async () => {
    const credential = { kind: 'ephemeral', id: TEST_CALLER.credential.id, ephemeralKeyId: 'e' } as const;
    const scope = { permissions: ['talk:use', 'jobs:read'], allowedAddresses: ['127.0.0.1'] };
    const caller: Caller = { ...TEST_CALLER, credential, scope, endsAt: new Date(1_000) };
    server.state.caller = caller;
    const narrowed = await endings({ ...EVERYTHING, permissions: ['speech'] });
    assert.deepEqual([narrowed.event, narrowed.code], ['key_permission_denied', 4_403]);
    server.state.standing = EVERYTHING;
    const events = await server.listen();
    const live = await server.talk();
    server.state.now = new Date(1_000);
    // The addresses of its maker are those of a server.
    server.state.standing = { ...EVERYTHING, allowedAddresses: ['203.0.113.1'] };
    server.announce();
    assert.match(await events.rest(), /key_revoked/);
    assert.equal(live.socket.readyState, WebSocket.OPEN);
    live.socket.close();
    await live.closed;
    server.state.caller = TEST_CALLER;
  });
});

test('a notification that is lost costs seconds; a database that is down ends nothing', async () => {
  const server = await openServer({ checkEveryMs: 5 });
  try {
    const { closed, socket } = await server.talk();
    server.state.isDown = true;
    server.state.standing = null;
    const { asked } = server.state;
    await until(() => server.state.asked > asked + 2);
    assert.equal(socket.readyState, WebSocket.OPEN);
    server.state.isDown = false;
    assert.equal((await closed)[0], 4_401);
  } finally {
    await server.close();
  }
});
