import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { openLiveCaller } from '../support/live-caller.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const ENGLISH = 'I am an AI assistant, not a person.';
/** Its clauses are charged one by one when they are spoken live. */
const CLAUSES = ['I am an AI assistant,', 'not a person.'] as const;
const LIVE_CREDITS = CLAUSES.join('').length;
const GERMAN = 'Ich bin eine künstliche Intelligenz, kein Mensch.';
const FLOW = {
  start: 'open',
  otherwise: 'Sorry?',
  states: { open: { rules: [{ when: ['hello'], say: 'Hello back.' }] } },
};
const AGENT = { name: 'Anna', voice_id: 'af_heart', flow: FLOW };

type Called = { customer: Customer; agentId: string };

describe('an agent says that it is a machine', () => {
  let service: TestService;
  let chat: ChatServer;
  let admin: Admin;
  let url: string;
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl });
    admin = await openAdmin(service);
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    await service.close();
    await chat.close();
  });

  async function openAgent(change: object = {}): Promise<Called> {
    const customer = await openCustomer(service);
    const made = await customer.byKey('POST', '/api/v1/agents', { ...AGENT, ...change });
    assert.equal(made.statusCode, 201, made.body);
    return { customer, agentId: made.json().id };
  }
  const start = ({ customer, agentId }: Called, headers = {}) =>
    customer.byKey('POST', `/api/v1/agents/${agentId}/conversations`, {}, headers);
  const say = (customer: Customer, id: string, text: string) =>
    customer.byKey('POST', `/api/v1/conversations/${id}/turns`, { text });
  const call = ({ customer, agentId }: Called, query: Record<string, string> = {}) =>
    openLiveCaller({ url, agentId, key: customer.apiKey, query, microphone: false });
  const remaining = async (customer: Customer) => (await customer.figures()).credits.remaining;
  const balanced = async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    const { rows } = await sql`SELECT id FROM charges WHERE status = 'reserved'`.execute(service.db);
    assert.deepEqual(rows, []);
  };
  const openingOf = async (change: object): Promise<string> =>
    (await start(await openAgent(change))).json().opening.reply;

  test('at the beginning, in its language, whether it has a first message or not', async () => {
    const german = { voice_id: 'de_lena' };
    assert.equal(await openingOf({}), ENGLISH);
    assert.equal(await openingOf({ first_message: 'Hi, this is Anna.' }), `${ENGLISH} Hi, this is Anna.`);
    assert.equal(await openingOf({ ...german, first_message: 'Hallo!' }), `${GERMAN} Hallo!`);
    assert.equal(await openingOf({ ...german, language: 'auto' }), GERMAN);
    assert.equal(await openingOf({ language: 'de' }), GERMAN);
    const states = { open: { say: 'Good evening.', rules: [] } };
    assert.equal(await openingOf({ flow: { ...FLOW, states } }), `${ENGLISH} Good evening.`);
  });

  test('where the first message wants it', async () => {
    const first_message = 'Hi. {{disclosure}} What can I do for you?';
    assert.equal(await openingOf({ first_message }), `Hi. ${ENGLISH} What can I do for you?`);
    const none = { first_message, disclosure: 'none' };
    assert.equal(await openingOf(none), `Hi. ${ENGLISH} What can I do for you?`);
    assert.equal(await openingOf({ first_message: '{{disclosure}}' }), ENGLISH);
  });

  test('for the price of its characters, once, also if the call is repeated, and not again in later turns', async () => {
    const made = await openAgent();
    const { customer } = made;
    const before = await remaining(customer);
    const first = await start(made, { 'idempotency-key': 'one' });
    const again = await start(made, { 'idempotency-key': 'one' });
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.deepEqual(again.json(), first.json());
    const { id, credits, opening } = first.json();
    assert.deepEqual([credits, opening.credits, opening.turn], [ENGLISH.length, ENGLISH.length, 0]);
    assert.equal(await remaining(customer), before - ENGLISH.length);
    assert.equal((await say(customer, id, 'Hello')).json().reply, 'Hello back.');
    assert.equal(await remaining(customer), before - ENGLISH.length - 'Hello back.'.length);
    const text = (await customer.byKey('GET', `/api/v1/conversations/${id}/transcript.txt`)).body;
    assert.match(
      text,
      /Anna: I am an AI assistant, not a person\.\n.*Caller: Hello\n.*Anna: Hello back\.\n$/,
    );
    await balanced();
  });

  test('and nothing is kept or charged if it cannot be paid', async () => {
    const made = await openAgent();
    await admin.leave(made.customer, ENGLISH.length - 1);
    assertError(await start(made), 402);
    assert.equal(await remaining(made.customer), ENGLISH.length - 1);
    assert.deepEqual((await made.customer.byKey('GET', '/api/v1/conversations')).json().conversations, []);
    await balanced();
  });

  test('in a live conversation, and not again when it goes on there or elsewhere', async () => {
    const made = await openAgent();
    const { customer } = made;
    const before = await remaining(customer);
    const first = await call(made);
    const { reply, number, credits } = await first.next('turn');
    assert.deepEqual([number, reply, credits], [0, ENGLISH, LIVE_CREDITS]);
    await first.hangUp();
    const second = await call(made, { conversation_id: first.conversationId });
    second.send({ type: 'text', text: 'hello' });
    assert.equal((await second.next('turn')).reply, 'Hello back.');
    await second.hangUp();
    await until(async () => (await say(customer, first.conversationId, 'hello')).statusCode === 200);
    const spoken = LIVE_CREDITS + 2 * 'Hello back.'.length;
    assert.equal(await remaining(customer), before - spoken);
    await balanced();
  });

  test('again if it was cut off, charged for what was sent of it', async () => {
    const made = await openAgent();
    const { customer } = made;
    const before = await remaining(customer);
    service.speech.chunkSamples = 480_000;
    const caller = await call(made);
    await caller.next('audio');
    caller.send({ type: 'interrupt' });
    const cut = await caller.next('turn');
    service.speech.chunkSamples = 2_400;
    assert.equal(cut.interrupted, true);
    assert.ok(CLAUSES[0].startsWith(cut.reply), cut.reply);
    assert.equal(cut.credits, CLAUSES[0].length);
    caller.send({ type: 'text', text: 'hello' });
    const next = await caller.next('turn');
    assert.equal(next.reply, `${ENGLISH} Hello back.`);
    caller.send({ type: 'text', text: 'hello' });
    assert.equal((await caller.next('turn')).reply, 'Hello back.');
    caller.send({ type: 'end' });
    await caller.closed;
    const { credits } = (
      await customer.byKey('GET', `/api/v1/conversations/${caller.conversationId}`)
    ).json();
    assert.equal(before - (await remaining(customer)), credits);
    await balanced();
  });

  test('and a language model is told that it has said so, as a reply of its own', async () => {
    const made = await openAgent({ flow: null, system_prompt: 'You are Anna.', first_message: 'Hi.' });
    const { id } = (await start(made)).json();
    chat.answer = sayingInPieces('Hello.');
    assert.equal((await say(made.customer, id, 'Hey')).json().reply, 'Hello.');
    const asked = chat.received.at(-1)?.body as { messages: object[] } | undefined;
    assert.deepEqual(asked?.messages.slice(1), [
      { role: 'assistant', content: `${ENGLISH} Hi.` },
      { role: 'user', content: 'Hey' },
    ]);
  });

  test('unless its owner leaves it out where the operator allows that', async () => {
    const made = await openAgent({ disclosure: 'none' });
    assert.equal((await start(made)).json().opening, null);
    const path = `/api/v1/agents/${made.agentId}`;
    assert.equal((await made.customer.byKey('GET', path)).json().disclosure, 'none');
    assert.equal(
      (await made.customer.byKey('PATCH', path, { disclosure: null })).json().disclosure,
      'spoken',
    );
  });
});

describe('in production', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService({ production: true });
  });
  after(() => service.close());

  test('an agent that leaves it out is refused, and one that was allowed to says it', async () => {
    const customer = await openCustomer(service);
    const none = { ...AGENT, disclosure: 'none' };
    assertError(await customer.byKey('POST', '/api/v1/agents', none), 400, 'disclosure_required');
    const { id } = (await customer.byKey('POST', '/api/v1/agents', AGENT)).json();
    const path = `/api/v1/agents/${id}`;
    assertError(await customer.byKey('PATCH', path, { disclosure: 'none' }), 400, 'disclosure_required');
    await sql`UPDATE agents SET settings = jsonb_set(settings::jsonb, '{disclosure}', '"none"')
      WHERE id = ${id}`.execute(service.db);
    assert.equal((await customer.byKey('GET', path)).json().disclosure, 'spoken');
    const { opening } = (await customer.byKey('POST', `${path}/conversations`, {})).json();
    assert.equal(opening.reply, ENGLISH);
  });
});
