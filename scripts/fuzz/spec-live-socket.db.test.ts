import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type Customer, openCustomer } from '../../tests/support/customer.ts';
import { listening } from '../../tests/support/leave-early.ts';
import {
  type LiveCaller,
  type LiveCallerOptions,
  LiveRefusal,
  openLiveCaller,
} from '../../tests/support/live-caller.ts';
import { openTestService, type TestService } from '../../tests/support/test-service.ts';

const SEED = 20_261_117;
const FORMATS = ['pcm_16000', 'pcm_24000', 'opus', 'pcmu', 'pcma'];
const FLOW = {
  start: 'open',
  otherwise: 'Sorry?',
  states: { open: { rules: [{ when: ['hello'], say: 'Hello back.' }] } },
};
const STORY = { start: 'open', otherwise: 'Once upon a time. '.repeat(50), states: { open: { rules: [] } } };
const KEY_LIFETIME_MS = 3_600_000;
const FREE_PLAN_CONVERSATIONS = 2;

type Called = { customer: Customer; agentId: string };

describe('the live socket under attack', () => {
  let service: TestService;
  let url: string;
  let bystander: LiveCaller;
  const callers: LiveCaller[] = [];
  before(async () => {
    service = await openTestService();
    url = `http://127.0.0.1:${await listening(service)}`;
    bystander = await call(await openAgent());
    callers.pop();
  });
  after(() => service.close());

  /** Whatever was done: others are served, no lease or reservation is left, and the books balance. */
  afterEach(async () => {
    await Promise.all(callers.splice(0).map((caller) => caller.hangUp()));
    await answered(bystander);
    await until(() => service.app.openSockets.size === 1);
    await until(async () => (await leftovers()) === 0);
    assert.deepEqual(await verifyLedger(service.db), []);
    await until(() => service.speech.running === 0 && service.transcription.running === 0);
  });

  async function leftovers(): Promise<number> {
    const { rows } = await sql<{ left: number }>`
      SELECT (SELECT count(*)::int FROM charges WHERE status = 'reserved')
        + (SELECT count(*)::int FROM conversations
           WHERE turn_owner IS NOT NULL AND id <> ${bystander.conversationId}) AS left`.execute(service.db);
    return rows[0]?.left ?? 0;
  }

  async function openAgent(customer?: Customer, flow: object = FLOW): Promise<Called> {
    const owner = customer ?? (await openCustomer(service));
    const agent = { name: 'Anna', voice_id: 'af_heart', language: 'en', disclosure: 'none', flow };
    const made = await owner.byKey('POST', '/api/v1/agents', agent);
    assert.equal(made.statusCode, 201, made.body);
    return { customer: owner, agentId: made.json().id };
  }
  async function call({ customer, agentId }: Called, options: Partial<LiveCallerOptions> = {}) {
    const caller = await openLiveCaller({
      url,
      agentId,
      key: customer.apiKey,
      microphone: false,
      ...options,
    });
    callers.push(caller);
    return caller;
  }
  async function refused(calling: Promise<LiveCaller>): Promise<[number, string]> {
    const error = await calling.then(
      () => assert.fail('was let in'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof LiveRefusal, String(error));
    return [error.status, error.code];
  }
  async function answered(caller: LiveCaller): Promise<void> {
    caller.send({ type: 'text', text: 'hello' });
    await caller.next('turn', ({ reply }) => reply === 'Hello back.');
  }
  async function end(caller: LiveCaller): Promise<void> {
    caller.send({ type: 'end' });
    assert.equal((await caller.closed).code, 1_000);
  }

  test('malformed messages are answered and change nothing', async () => {
    const caller = await call(await openAgent());
    const types = ['text', 'commit', 'interrupt', 'played', 'tool_result', 'nothing', '__proto__', ''];
    const field = fc.oneof(fc.jsonValue(), fc.constant(undefined), fc.double(), fc.string());
    const shaped = fc.record({
      type: fc.oneof(fc.constantFrom(...types), fc.jsonValue()),
      text: fc.constantFrom('', ' ', 7, null, [], 'x'.repeat(2_001), '\u0000'),
      reply: field,
      ms: field,
      call_id: field,
      result: field,
      error: field,
    });
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      shaped.map((value) => JSON.stringify(value)),
      shaped.map((value) => JSON.stringify(value).slice(0, -1)),
    );
    for (const bad of fc.sample(text, { seed: SEED, numRuns: 400 })) caller.send(bad);
    for (const bad of [`${'['.repeat(100_000)}`, `{"type":"played","reply":1e999,"ms":-1}`, '\ufeff{}'])
      caller.send(bad);
    await answered(caller);
    await end(caller);
  });

  test('bytes that are no sound, in every format, do not end the conversation', async () => {
    for (const input of FORMATS) {
      const caller = await call(await openAgent(), { query: { input } });
      for (const length of [0, 1, 2, 3, 7, 160, 961, 4_000, 100_001]) caller.send(randomBytes(length));
      for (const filler of [0x00, 0x7f, 0xff]) caller.send(new Uint8Array(320).fill(filler));
      for (let i = 0; i < 50; i += 1) caller.send(randomBytes(1 + i * 3));
      await answered(caller);
      await end(caller);
    }
    assert.equal((await refused(call(await openAgent(), { query: { input: 'mp3' } })))[0], 400);
  });

  test('a message that is too large ends its connection, and the conversation can be resumed', async () => {
    const called = await openAgent();
    for (const giant of ['x'.repeat(1_600_000), randomBytes(1_600_000)]) {
      const caller = await call(called);
      caller.send(giant);
      assert.equal((await caller.closed).code, 1_009);
      const again = await call(called, { query: { conversation_id: caller.conversationId } });
      await answered(again);
      await end(again);
    }
  });

  test('a flood of tiny messages slows nobody else down', async () => {
    const caller = await call(await openAgent());
    for (let i = 0; i < 30_000; i += 1) caller.send(i % 2 ? '{}' : new Uint8Array(2));
    for (let i = 0; i < 5; i += 1) await answered(bystander);
    await caller.hangUp();
  });

  test('who never reads is cut off, and keeps nothing', async () => {
    const called = await openAgent(undefined, STORY);
    const caller = await call(called);
    caller.socket.pause();
    const before = process.memoryUsage().rss;
    const flood = setInterval(() => {
      for (let i = 0; i < 2_000 && caller.socket.bufferedAmount < 10_000_000; i += 1) caller.send('{');
    }, 1);
    await until(() => service.app.openSockets.size === 1);
    clearInterval(flood);
    assert.ok(process.memoryUsage().rss - before < 300_000_000, 'memory stays bounded');
    caller.socket.resume();
    await caller.hangUp();
  });

  test('a reply that nobody reads is neither sent nor charged to its end', async () => {
    const called = await openAgent(undefined, STORY);
    const caller = await call(called);
    service.speech.chunkSamples = 20 * 24_000;
    caller.send({ type: 'text', text: 'a story' });
    await caller.next('audio');
    caller.socket.pause();
    // The client claims to have played everything at once, so that the server sends as fast as it can.
    const lie = setInterval(() => caller.send({ type: 'played', reply: 1, ms: 1e9 }), 1);
    await until(() => service.app.openSockets.size === 1);
    clearInterval(lie);
    service.speech.chunkSamples = 2_400;
    await caller.hangUp();
    await until(async () => (await leftovers()) === 0);
    const { credits } = await called.customer.figures();
    assert.ok(credits.used < STORY.otherwise.trim().length, String(credits.used));
  });

  test('connections that are cut at any moment leave nothing behind', async () => {
    const called = await openAgent(undefined, STORY);
    for (const moment of ['conversation', 'transcript', 'reply_text', 'audio'] as const) {
      const caller = await call(called);
      if (moment !== 'conversation') {
        caller.send({ type: 'text', text: 'a story' });
        await caller.next(moment);
      }
      await caller.hangUp();
      const again = await call(called, { query: { conversation_id: caller.conversationId } });
      await end(again);
    }
    const handshakes = Array.from({ length: 10 }, () => call(called).then((caller) => caller.hangUp()));
    await Promise.allSettled(handshakes);
  });

  test('no more conversations than the plan allows, however many knock at once', async () => {
    const called = await openAgent();
    const outcomes = await Promise.allSettled(Array.from({ length: 12 }, () => call(called)));
    const open = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    assert.equal(open.length, FREE_PLAN_CONVERSATIONS);
    for (const one of outcomes)
      if (one.status === 'rejected')
        assert.ok(
          one.reason instanceof LiveRefusal || /before "conversation"/.test(String(one.reason)),
          String(one.reason),
        );
    const [first, ...others] = open;
    assert.ok(first);
    await end(first);
    const next = await call(called);
    for (const one of [next, ...others]) await end(one);
  });

  test('another account gets nothing: no agent, no conversation, by no kind of key', async () => {
    const mine = await openAgent();
    const thief = await openAgent();
    const caller = await call(mine);
    const taken = { conversation_id: caller.conversationId };
    assert.deepEqual(await refused(call({ ...mine, customer: thief.customer })), [404, 'agent_not_found']);
    assert.deepEqual(await refused(call(thief, { query: taken })), [404, 'conversation_not_found']);
    const browserKey = await ephemeralKey(thief.customer, { permissions: ['talk'] });
    const protocols = ['vox-humana', `vox-humana-key.${browserKey}`];
    const asBrowser = { url, protocols, microphone: false };
    assert.deepEqual(await refused(openLiveCaller({ ...asBrowser, agentId: mine.agentId })), [
      404,
      'agent_not_found',
    ]);
    assert.deepEqual(await refused(openLiveCaller({ ...asBrowser, agentId: thief.agentId, query: taken })), [
      404,
      'conversation_not_found',
    ]);
    const narrow = await ephemeralKey(mine.customer, { permissions: ['speech'] });
    assert.equal((await refused(openLiveCaller({ url, key: narrow, agentId: mine.agentId })))[0], 403);
    assert.equal((await refused(openLiveCaller({ url, agentId: mine.agentId })))[0], 401);
    await answered(caller);
    await end(caller);
  });

  async function ephemeralKey(owner: Customer, body: object): Promise<string> {
    const made = await owner.byKey('POST', '/api/v1/ephemeral-keys', body);
    assert.equal(made.statusCode, 201, made.body);
    return made.json().api_key;
  }

  test('a conversation is taken over by the last of many connections, and charged once', async () => {
    const called = await openAgent();
    const first = await call(called);
    const query = { conversation_id: first.conversationId };
    const all = [first, ...(await Promise.all(Array.from({ length: 5 }, () => call(called, { query }))))];
    for (const caller of all) caller.send({ type: 'text', text: 'hello' });
    const closed = all.map((caller) => caller.closed.then(({ code }) => code));
    await until(async () => (await conversationOf(called, first)).credits > 0);
    const { turns, credits } = await conversationOf(called, first);
    assert.deepEqual([turns.length, credits], [1, 'Hello back.'.length]);
    const ender = await call(called, { query });
    await end(ender);
    assert.ok((await Promise.all(closed)).every((code) => code === 4_409 || code === 1_000));
  });

  async function conversationOf({ customer }: Called, { conversationId }: LiveCaller) {
    const found = await customer.byKey('GET', `/api/v1/conversations/${conversationId}`);
    return found.json<{ turns: object[]; credits: number }>();
  }

  // The last one, because it moves the clock beyond the end of every conversation.
  test('a key that expires in the middle pays no more than its limit, and opens nothing else', async () => {
    const mine = await openAgent();
    const limit = 3 * 'Hello back.'.length;
    const spoken = 'Hello back.'.length;
    const key = await ephemeralKey(mine.customer, { permissions: ['talk'], credit_limit: limit });
    const browser = { url, agentId: mine.agentId, protocols: ['vox-humana', `vox-humana-key.${key}`] };
    const caller = await openLiveCaller({ ...browser, microphone: false });
    callers.push(caller);
    await answered(caller);
    await bystander.hangUp();
    service.clock.advanceMs(KEY_LIFETIME_MS);
    assert.equal((await refused(openLiveCaller(browser)))[0], 401);
    for (let i = 0; i < 4; i += 1) caller.send({ type: 'text', text: 'hello' });
    await caller.closed;
    const { used } = (await mine.customer.figures()).credits;
    assert.ok(used >= spoken && used <= limit, String(used));
    bystander = await call(await openAgent());
    callers.pop();
  });
});
