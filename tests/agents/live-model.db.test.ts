import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { message, sayingInPieces, streaming } from '../../engines/language-model/testing/streaming.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openCustomer } from '../support/customer.ts';
import { openLiveCaller } from '../support/live-caller.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const AGENT = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', system_prompt: 'x'.repeat(4_000) };

describe('the language model of a live conversation', () => {
  let service: TestService;
  let chat: ChatServer;
  let url: string;
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl });
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    await service.close();
    await chat.close();
  });

  async function openCall() {
    const customer = await openCustomer(service);
    const agent = (await customer.byKey('POST', '/api/v1/agents', AGENT)).json();
    const { apiKey: key } = customer;
    const call = (query: Record<string, string> = {}) =>
      openLiveCaller({ url, agentId: agent.id, key, query, microphone: false });
    const caller = await call();
    const before = (await customer.figures()).credits.remaining;
    const spent = async () => before - (await customer.figures()).credits.remaining;
    return { customer, caller, call, spent };
  }
  async function thought(accountId: string): Promise<{ status: string; credits: number }[]> {
    const { rows } = await sql<{ status: string; credits: number }>`
      SELECT status, credits FROM charges WHERE account_id = ${accountId}::uuid AND unit = 'llm_token'`.execute(
      service.db,
    );
    return rows;
  }
  async function balanced(): Promise<void> {
    const reserved = sql`SELECT FROM charges WHERE status = 'reserved'`;
    await until(async () => (await reserved.execute(service.db)).rows.length === 0);
    assert.deepEqual(await verifyLedger(service.db), []);
  }

  test('is charged with the reply that it made, and the conversation says so', async () => {
    const { customer, caller, spent } = await openCall();
    chat.answer = sayingInPieces('Hello ', 'back.');
    caller.send({ type: 'text', text: 'Hello!' });
    const turn = await caller.next('turn');
    const [call] = await thought(customer.accountId);
    assert.equal(call?.status, 'settled');
    assert.ok(call && call.credits > 20, JSON.stringify(call));
    assert.equal(turn.credits, 'Hello back.'.length + call.credits);
    assert.equal(await spent(), turn.credits);
    const { credits } = (
      await customer.byKey('GET', `/api/v1/conversations/${caller.conversationId}`)
    ).json();
    assert.equal(credits, turn.credits);
    await caller.hangUp();
    await balanced();
  });

  test('is charged for what it wrote until somebody interrupts, and not if it had written nothing', async () => {
    const { customer, caller, spent } = await openCall();
    chat.answer = streaming([message({ content: 'One two three. Four ' })], () => undefined);
    caller.send({ type: 'text', text: 'A story' });
    await caller.next('audio');
    caller.send({ type: 'interrupt' });
    const turn = await caller.next('turn');
    const [call] = await thought(customer.accountId);
    assert.ok(call && call.status === 'settled' && call.credits > 20, JSON.stringify(call));
    assert.equal(await spent(), turn.credits);
    chat.answer = () => undefined;
    const asked = chat.received.length;
    caller.send({ type: 'text', text: 'Another' });
    await until(() => chat.received.length > asked);
    caller.send({ type: 'interrupt' });
    await until(async () => (await thought(customer.accountId)).some(({ status }) => status === 'released'));
    assert.equal(await spent(), turn.credits);
    await caller.hangUp();
    await balanced();
  });

  test('a caller who hangs up in the middle leaves no reservation', async () => {
    const { customer, caller } = await openCall();
    chat.answer = streaming([message({ content: 'One two three. Four ' })], () => undefined);
    caller.send({ type: 'text', text: 'A story' });
    await caller.next('audio');
    await caller.hangUp();
    await balanced();
    assert.equal((await thought(customer.accountId))[0]?.status, 'settled');
  });

  test('a caller who hangs up at once leaves no reservation behind its connection', async () => {
    const { customer, caller } = await openCall();
    chat.answer = () => undefined;
    caller.send({ type: 'text', text: 'A story' });
    const connections = [...service.app.openSockets.values()].map(({ work }) => work);
    await caller.hangUp();
    await Promise.all(connections);
    const open = (await thought(customer.accountId)).filter(({ status }) => status === 'reserved');
    assert.deepEqual(open, []);
    await balanced();
  });

  test('is charged for what was told though another connection took the conversation over', async () => {
    const { customer, caller, call: callAgain, spent } = await openCall();
    chat.answer = streaming([message({ content: 'One two three. Four ' })], () => undefined);
    caller.send({ type: 'text', text: 'A story' });
    await caller.next('audio');
    const next = await callAgain({ conversation_id: caller.conversationId });
    caller.send({ type: 'interrupt' });
    await caller.closed;
    await balanced();
    const [call] = await thought(customer.accountId);
    assert.ok(call && call.status === 'settled' && call.credits > 20, JSON.stringify(call));
    assert.equal(await spent(), 'One two three.'.length + call.credits);
    await next.hangUp();
    const { credits } = (
      await customer.byKey('GET', `/api/v1/conversations/${caller.conversationId}`)
    ).json();
    assert.equal(credits, await spent());
  });
});
