import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { openSecondNode } from '../../src/platform/database/testing.ts';
import { until } from '../../src/platform/testing/until.ts';
import { revokeSessions } from '../../src/tenancy/sessions/index.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { type LiveCaller, openLiveCaller } from '../support/live-caller.ts';
import { openStream } from '../support/stream-speech.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const STORY = 'One two three. Four five six. Seven eight nine. Ten.';
const FIRST_CLAUSE = 'One two three.'.length;
const FLOW = { start: 'a', otherwise: STORY, states: { a: { rules: [] } } };

describe('what is open on one node ends when its access ends on another', () => {
  let here: TestService;
  let elsewhere: TestService;
  let chat: ChatServer;
  let admin: Admin;
  let url: string;
  before(async () => {
    chat = await openChatServer();
    here = await openTestService({ llm: chat.baseUrl, lips: true });
    const kept = { dataDir: here.config.dataDir, database: await openSecondNode(here.database) };
    elsewhere = await openTestService({ kept, llm: chat.baseUrl, lips: true });
    admin = await openAdmin(elsewhere);
    url = await here.app.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    here.speech.beforeChunk = null;
    await until(() => here.app.openSockets.size === 0);
    assert.deepEqual(await verifyLedger(here.db), []);
    const { rows } = await sql`SELECT id FROM charges WHERE status = 'reserved'`.execute(here.db);
    assert.deepEqual(rows, []);
  });
  after(async () => {
    await elsewhere.close();
    await here.close();
    await chat.close();
  });

  async function openOwner() {
    const owner = await openCustomer(elsewhere);
    await admin.setPlan(owner, 'developer');
    const agent = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: FLOW };
    const { id: agentId } = (await owner.byKey('POST', '/api/v1/agents', agent)).json();
    const { keys } = (await owner.bySession('GET', '/api/keys')).json();
    return { ...owner, agentId: agentId as string, keyId: keys[0].id as string };
  }
  type Owner = Awaited<ReturnType<typeof openOwner>>;

  const call = ({ agentId }: Owner, how: { key?: string; headers?: Record<string, string> }) =>
    openLiveCaller({ url, agentId, microphone: false, ...how });

  async function ending(caller: LiveCaller) {
    const { code } = await caller.closed;
    const last = caller.all('error').at(-1);
    return [code, last?.error.code];
  }

  async function events(path: string, headers: Record<string, string>, body?: object) {
    const response = await fetch(`${url}${path}`, {
      headers: {
        ...headers,
        accept: 'text/event-stream',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    assert.equal(response.status, 200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = (await reader?.read())?.value ?? '';
    return {
      seen: () => text,
      async rest(): Promise<string> {
        for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read())
          text += part.value;
        return text;
      },
    };
  }

  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  test('a revoked key: live and Realtime sockets, streams of events, turns and speech', async () => {
    const owner = await openOwner();
    const key = owner.apiKey;
    const made = await owner.byKey('POST', '/api/v1/ephemeral-keys', { permissions: ['talk', 'realtime'] });
    const browserKey = made.json().api_key;
    const film = Promise.withResolvers<void>();
    here.video.gate = film.promise;
    elsewhere.video.gate = film.promise;
    const { job_id } = (
      await owner.byKey('POST', '/api/v1/avatar', { text: 'Hello there.', voice_id: 'af_heart' })
    ).json();
    const job = await events(`/api/v1/jobs/${job_id}/events`, bearer(key));
    const webhooks = await events('/api/v1/webhook-events', bearer(key));
    const sockets = await Promise.all([call(owner, { key }), call(owner, { key: browserKey })]);
    const realtime = await Promise.all(
      [key, browserKey].map(async (one) => {
        const socket = new WebSocket(`${url.replace('http', 'ws')}/v1/realtime`, { headers: bearer(one) });
        const last: string[] = [];
        socket.on('message', (data) => last.push(String(data)));
        await until(() => last.length > 0);
        return { last, closed: once(socket, 'close') };
      }),
    );
    assert.equal((await owner.bySession('DELETE', `/api/keys/${owner.keyId}`)).statusCode, 200);
    for (const socket of sockets) assert.deepEqual(await ending(socket), [4_401, 'key_revoked']);
    for (const { last, closed } of realtime) {
      assert.equal((await closed)[0], 4_401);
      const { type, error } = JSON.parse(last.at(-1) ?? '');
      assert.deepEqual([type, error.code], ['error', 'key_revoked']);
    }
    for (const stream of [job, webhooks])
      assert.match(await stream.rest(), /event: error\ndata: .*key_revoked/);
    film.resolve();
    await until(
      async () => (await owner.bySession('GET', `/api/v1/jobs/${job_id}`)).json().status === 'completed',
    );
  });

  test('speech and turns in progress: what was sent is charged, and nothing after it', async () => {
    const owner = await openOwner();
    const started = await owner.byKey('POST', `/api/v1/agents/${owner.agentId}/conversations`);
    const id: string = started.json().id;
    const used = async () => (await owner.figures()).credits.used;
    const before = await used();
    const revoked = Promise.withResolvers<void>();
    // The first sentence of the speech and the first clause of the turn pass: each clause begins at 0.
    let begun = 0;
    here.speech.beforeChunk = async (index) => {
      if (index === 0) begun += 1;
      if (index > 0 || begun > 2) await revoked.promise;
    };
    const speech = await openStream(here, owner.apiKey, { text: STORY, voice_id: 'af_heart', format: 'pcm' });
    await speech.next();
    const turn = await events(`/api/v1/conversations/${id}/turns`, bearer(owner.apiKey), { text: 'Go on.' });
    const rest = turn.rest();
    await until(() => turn.seen().includes('event: audio'));
    await owner.bySession('DELETE', `/api/keys/${owner.keyId}`);
    assert.match(await rest, /event: error\ndata: .*key_revoked/);
    await assert.rejects(speech.rest());
    revoked.resolve();
    await until(async () => (await used()) > before);
    const sounds = (turn.seen().match(/event: audio/g) ?? []).length;
    const { turns } = (await owner.bySession('GET', `/api/v1/conversations/${id}`)).json();
    assert.ok(
      sounds >= 1 && turns[0].credits >= FIRST_CLAUSE && turns[0].credits < STORY.length,
      turns[0].credits,
    );
    const spent = (await used()) - before - turns[0].credits;
    assert.ok(spent > 0 && spent < STORY.length, `${spent} for speech that was cut off`);
  });

  test('a reply that is being spoken: its first clause is charged, and no other', async () => {
    const owner = await openOwner();
    const caller = await call(owner, { key: owner.apiKey });
    const revoked = Promise.withResolvers<void>();
    let begun = 0;
    here.speech.beforeChunk = async () => {
      begun += 1;
      if (begun > 1) await revoked.promise;
    };
    caller.send({ type: 'text', text: 'Go on.' });
    await caller.next('audio');
    await owner.bySession('DELETE', `/api/keys/${owner.keyId}`);
    assert.deepEqual(await ending(caller), [4_401, 'key_revoked']);
    revoked.resolve();
    await until(() => here.app.openSockets.size === 0);
    const heard = caller.all('audio').length;
    const { credits, status } = (
      await owner.bySession('GET', `/api/v1/conversations/${caller.conversationId}`)
    ).json();
    assert.deepEqual([status, (await owner.figures()).credits.used], ['active', credits]);
    assert.ok(heard >= 1 && credits >= FIRST_CLAUSE && credits < STORY.length, `${heard}, ${credits}`);
  });

  test('a session: its sockets, its streams and its keys, by whatever ended it', async () => {
    const owner = await openOwner();
    const { api_key } = (await owner.bySession('POST', '/api/keys', { ephemeral: true })).json();
    const cookie = { cookie: owner.cookie, origin: url };
    const sockets = [await call(owner, { key: api_key }), await call(owner, { headers: cookie })];
    const stream = await events('/api/v1/webhook-events', { cookie: owner.cookie });
    const other = await call(owner, { key: owner.apiKey });
    // A new password does the same, and so does signing out elsewhere.
    await revokeSessions({ db: elsewhere.db, clock: elsewhere.clock }, owner.accountId, { except: null });
    assert.deepEqual(await Promise.all(sockets.map(ending)), [
      [4_401, 'key_revoked'],
      [4_401, 'session_ended'],
    ]);
    assert.match(await stream.rest(), /session_ended/);
    other.send({ type: 'text', text: 'Still there?' });
    await other.next('reply_ended');
    await other.hangUp();
  });

  test('a key that is narrowed, a plan that ends, an account that is closed', async () => {
    const endedBy = async (act: (owner: Owner) => Promise<unknown>) => {
      const owner = await openOwner();
      const caller = await call(owner, { key: owner.apiKey });
      await act(owner);
      return ending(caller);
    };
    const patch = (change: object) => (owner: Owner) =>
      owner.bySession('PATCH', `/api/keys/${owner.keyId}`, change);
    assert.deepEqual(await endedBy(patch({ permissions: ['speech', 'talk:read'] })), [
      4_403,
      'key_permission_denied',
    ]);
    assert.deepEqual(await endedBy(patch({ allowed_addresses: ['203.0.113.1'] })), [
      4_403,
      'key_address_denied',
    ]);
    assert.deepEqual(await endedBy((owner) => admin.setPlan(owner as Customer, 'free')), [
      4_402,
      'plan_ended',
    ]);
    assert.deepEqual(
      await endedBy((owner) =>
        elsewhere.db.transaction().execute(async (tx) => {
          await sql`UPDATE accounts SET closed_at = now() WHERE id = ${owner.accountId}`.execute(tx);
          await sql`DELETE FROM api_keys WHERE account_id = ${owner.accountId}`.execute(tx);
        }),
      ),
      [4_401, 'key_revoked'],
    );
  });

  test('a conversation that its key may no longer have can be taken up with another', async () => {
    const owner = await openOwner();
    const caller = await call(owner, { key: owner.apiKey });
    const { api_key } = (await owner.bySession('POST', '/api/keys', {})).json();
    await owner.bySession('DELETE', `/api/keys/${owner.keyId}`);
    await caller.closed;
    const query = { conversation_id: caller.conversationId };
    const again = await openLiveCaller({
      url,
      agentId: owner.agentId,
      key: api_key,
      query,
      microphone: false,
    });
    assert.equal(again.conversationId, caller.conversationId);
    await again.hangUp();
  });
});
