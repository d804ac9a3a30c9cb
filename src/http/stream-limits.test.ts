import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { STREAM_LIMITS } from './stream-limits.ts';
import { createTestServer, OPEN_ACCESS, TEST_CALLER } from './testing.ts';

const none = { perAccount: 1, perNode: 1 };
const others = new Set<PassThrough>();
let app: Awaited<ReturnType<typeof createTestServer>>;
let base: string;

describe('limits of streams', () => {
  before(async () => {
    app = await createTestServer({
      streamLimits: { ...STREAM_LIMITS, speech: { perAccount: 2, perNode: 3 }, events: none },
      authentication: {
        authenticateKey: async (token) => ({ ...TEST_CALLER, accountId: token }),
        authenticateSession: async () => null,
        sessionCookieName: 'vox_session',
        verifyCsrf: () => false,
        workerSecret: 'worker',
        publicOrigin: 'http://voice.test',
        access: OPEN_ACCESS,
        signedUrls: { secret: 'links', now: () => new Date() },
      },
    });
    app.get('/stream', { config: { auth: 'bearer', stream: 'speech' } }, async (_request, reply) => {
      const body = new PassThrough();
      others.add(body);
      body.write('x');
      return reply.send(body);
    });
    app.get('/fails', { config: { auth: 'bearer', stream: 'speech' } }, async () => {
      throw new Error('broken');
    });
    base = await app.listen({ port: 0 });
  });
  after(async () => {
    for (const body of others) body.end();
    app.server.closeAllConnections();
    await app.close();
  });

  async function open(account: string, path = '/stream') {
    const leaving = new AbortController();
    const headers = { authorization: `Bearer ${account}` };
    const reply = await fetch(`${base}${path}`, { headers, signal: leaving.signal });
    const code = reply.ok ? null : ((await reply.json()) as { code: string }).code;
    return {
      status: reply.status,
      code,
      retryAfter: reply.headers.get('retry-after'),
      leave: () => leaving.abort(),
    };
  }

  /** Retries, because the server notices a closed connection a moment later. */
  async function eventually(account: string, status: number) {
    for (;;) {
      const reply = await open(account);
      if (reply.status === status) return reply;
      reply.leave();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  test('429 for an account and 503 for a node with too many streams; a closed stream frees its slot', {
    timeout: 90_000,
  }, async () => {
    const first = await open('ann');
    assert.equal((await open('ann')).status, 200);
    const third = await open('ann');
    assert.deepEqual([third.status, third.code, third.retryAfter], [429, 'too_many_streams', '5']);
    assert.equal((await open('bob')).status, 200);
    const full = await open('eve');
    assert.deepEqual([full.status, full.code], [503, 'too_many_streams']);
    first.leave();
    await eventually('eve', 200);
  });

  test('a stream that fails before it starts holds no slot', { timeout: 90_000 }, async () => {
    for (const body of others) body.end();
    others.clear();
    for (let index = 0; index < 10; index++) {
      const { status } = await open('zoe', '/fails');
      if (status !== 500) await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await eventually('zoe', 200);
  });
});
