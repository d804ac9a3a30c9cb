import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { calling, sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { endDueConversations } from '../../src/media/agents/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const FLOW = {
  start: 'open',
  otherwise: 'Sorry?',
  states: {
    open: {
      rules: [
        { when: ['hello'], say: 'Hello back.', go: 'named' },
        { when: ['bye'], say: 'Goodbye.', end: true },
      ],
    },
    named: { rules: [{ when: ['who'], say: 'We said hello.' }] },
  },
};
const AGENT = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: FLOW };

describe('conversations', () => {
  let service: TestService;
  let chat: ChatServer;
  let admin: Admin;
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl });
    admin = await openAdmin(service);
  });
  after(async () => {
    await service.close();
    await chat.close();
  });

  async function openCaller(change: object = {}) {
    const customer = await openCustomer(service);
    const agent = (await customer.byKey('POST', '/api/v1/agents', { ...AGENT, ...change })).json();
    assert.ok(agent.id, JSON.stringify(agent));
    return { customer, agentId: agent.id as string };
  }
  async function start({ customer, agentId }: { customer: Customer; agentId: string }) {
    const reply = await customer.byKey('POST', `/api/v1/agents/${agentId}/conversations`, {});
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json();
  }
  const say = (customer: Customer, id: string, text: string, headers = {}) =>
    customer.byKey('POST', `/api/v1/conversations/${id}/turns`, { text }, headers);
  const bearer = ({ apiKey }: Customer) => ({ authorization: `Bearer ${apiKey}` });
  const remaining = async (customer: Customer) => (await customer.figures()).credits.remaining;
  const settled = async () => assert.deepEqual(await verifyLedger(service.db), []);

  test('speaks first, answers by its flow, charges what it speaks, and ends with an event', async () => {
    const caller = await openCaller({ first_message: 'Hi, this is Anna.' });
    const { customer } = caller;
    const before = await remaining(customer);
    const { id, opening } = await start(caller);
    assert.equal(opening.reply, 'Hi, this is Anna.');
    assert.equal(opening.turn, 0);
    const first = (await say(customer, id, 'Hello!')).json();
    assert.equal(first.reply, 'Hello back.');
    assert.equal(first.transcript, 'Hello!');
    assert.equal(first.credits, 'Hello back.'.length);
    assert.equal(first.ended, null);
    const heard = await service.app.inject({
      url: new URL(first.audio_url).href.replace('http://localhost', ''),
    });
    assert.equal(heard.statusCode, 200);
    assert.match(String(heard.headers['content-type']), /audio/);
    assert.equal((await say(customer, id, 'Who are you?')).json().reply, 'We said hello.');
    assert.equal((await say(customer, id, 'Bananas')).json().reply, 'Sorry?');
    const spoken = ['Hi, this is Anna.', 'Hello back.', 'We said hello.', 'Sorry?'].join('').length;
    assert.equal(await remaining(customer), before - spoken);
    const whole = (await customer.byKey('GET', `/api/v1/conversations/${id}`)).json();
    assert.deepEqual(
      whole.turns.map((turn: { turn: number; transcript: string }) => [turn.turn, turn.transcript]),
      [
        [0, null],
        [1, 'Hello!'],
        [2, 'Who are you?'],
        [3, 'Bananas'],
      ],
    );
    assert.equal(whole.credits, spoken);
    const text = (await customer.byKey('GET', `/api/v1/conversations/${id}/transcript.txt`)).body;
    assert.match(text, /Anna: Hi, this is Anna\.\n.*Caller: Hello!\n.*Anna: Hello back\./);
    await settled();
  });

  test('a language model costs its tokens, with the turn and only with it', async () => {
    const caller = await openCaller({ flow: null, system_prompt: 'x'.repeat(8_000) });
    const { customer } = caller;
    const { id } = await start(caller);
    const before = await remaining(customer);
    chat.answer = sayingInPieces('Hello ', 'back.');
    const turn = (await say(customer, id, 'Hello!')).json();
    const thought = turn.credits - 'Hello back.'.length;
    assert.ok(thought >= 40 && thought < 60, `${thought} credits for some 2,100 tokens`);
    assert.equal(await remaining(customer), before - turn.credits);
    assert.equal((await customer.byKey('GET', `/api/v1/conversations/${id}`)).json().credits, turn.credits);

    let rounds = 0;
    chat.answer = (request, response) => {
      rounds += 1;
      if (rounds > 1) return response.writeHead(500).end();
      return calling({ name: 'unknown', arguments: {} })(request, response);
    };
    assertError(await say(customer, id, 'Again!'), 502);
    assert.equal(rounds, 2);
    assert.equal(
      await remaining(customer),
      before - turn.credits,
      'the first answer of the turn is given back',
    );
    await settled();
  });

  test('a day of a plan has a limit of tokens, and reaching it ends like reaching the credits', async () => {
    const caller = await openCaller({ flow: null, system_prompt: 'Be brief.', last_sentence: 'Bye.' });
    const { customer } = caller;
    const { id } = await start(caller);
    await sql`INSERT INTO model_tokens (account_id, day, tokens)
      VALUES (${customer.accountId}::uuid, ${service.clock.now()}::date, 199000)`.execute(service.db);
    const asked = chat.received.length;
    const last = (await say(customer, id, 'Hello!')).json();
    assert.deepEqual([last.reply, last.ended, last.credits], ['Bye.', 'out_of_credits', 4]);
    assert.equal(chat.received.length, asked);
    const infer = { text: 'Hello?', taskType: 'llm_inference' };
    assertError(await customer.byKey('POST', '/api/v1/generate', infer), 402, 'model_limit_reached');
    await settled();
  });

  test('a flow that ends announces conversation.ended once, and the conversation takes no more turns', async () => {
    const caller = await openCaller();
    const { customer } = caller;
    const { id } = await start(caller);
    const url = { webhookUrl: 'https://hooks.example.com/agent' };
    assert.equal((await customer.bySession('PATCH', '/api/settings', url)).statusCode, 200);
    const last = (await say(customer, id, 'bye now')).json();
    assert.equal(last.ended, 'ended_by_agent');
    assertError(await say(customer, id, 'hello'), 409, 'conversation_ended');
    const again = (await customer.byKey('POST', `/api/v1/conversations/${id}/end`)).json();
    assert.equal(again.ended_reason, 'ended_by_agent');
    const { rows } = await sql<{ payload: { event: string; reason: string; turns: number } }>`
      SELECT payload FROM webhook_deliveries WHERE subject_id = ${id}`.execute(service.db);
    assert.deepEqual(
      rows.map(({ payload: { event, reason, turns } }) => [event, reason, turns]),
      [['conversation.ended', 'ended_by_agent', 1]],
    );
    const list = (await customer.byKey('GET', '/api/v1/conversations?status=ended')).json();
    assert.deepEqual(
      list.conversations.map((one: { id: string }) => one.id),
      [id],
    );
    assert.equal((await customer.byKey('DELETE', `/api/v1/conversations/${id}`)).statusCode, 204);
    assert.deepEqual((await customer.byKey('GET', '/api/v1/history')).json().generations, []);
  });

  test('turns by audio cost the seconds heard and the characters spoken; silence costs nothing', async () => {
    const caller = await openCaller();
    const { customer } = caller;
    const { id } = await start(caller);
    const before = await remaining(customer);
    const path = `/api/v1/conversations/${id}/turns`;
    service.transcription.words = ['hello', 'there'];
    const turn = (await postForm(customer, path, { audio: sound(1.5) })).json();
    assert.equal(turn.transcript, 'hello there');
    assert.equal(turn.language, 'en');
    assert.equal(turn.credits, 10 + 'Hello back.'.length);
    assert.equal(await remaining(customer), before - turn.credits);
    service.transcription.behaviour = 'no speech';
    assertError(await postForm(customer, path, { audio: sound(1) }), 422, 'no_speech');
    service.transcription.behaviour = 'transcribe';
    assertError(await postForm(customer, path, { format: 'wav' }), 400, 'invalid_request');
    assertError(await service.app.inject({ method: 'POST', url: path, headers: bearer(customer) }), 400);
    assert.equal(await remaining(customer), before - turn.credits);
    await settled();
  });

  test('a turn that fails while it is thought or spoken costs nothing, and the next one works', async () => {
    const caller = await openCaller({ flow: null, system_prompt: 'You are Anna.' });
    const { customer } = caller;
    const { id } = await start(caller);
    const before = await remaining(customer);
    const path = `/api/v1/conversations/${id}/turns`;
    chat.answer = (_request, response) => response.writeHead(500).end();
    assertError(await postForm(customer, path, { audio: sound(1) }), 502, 'engine_unavailable');
    chat.answer = sayingInPieces('Hello', ' there.');
    service.speech.beforeChunk = async () => {
      throw new Error('the engine broke');
    };
    assertError(await postForm(customer, path, { audio: sound(1) }), 500);
    service.speech.beforeChunk = null;
    assert.equal(await remaining(customer), before);
    const turn = (await say(customer, id, 'Hi')).json();
    assert.equal(turn.reply, 'Hello there.');
    assert.equal(turn.turn, 1);
    await say(customer, id, 'And again?');
    const asked = chat.received.at(-1)?.body as { messages: { role: string; content: string }[] } | undefined;
    const messages = asked?.messages ?? [];
    assert.match(messages[0]?.content ?? '', /^You are Anna\./);
    assert.deepEqual(messages.slice(1), [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello there.' },
      { role: 'user', content: 'And again?' },
    ]);
    chat.answer = calling({ name: 'hand_over', arguments: { reason: 'asked', say: 'One moment.' } });
    const last = (await say(customer, id, 'A person please')).json();
    assert.deepEqual([last.reply, last.ended], ['One moment.', 'handed_over']);
    await settled();
  });

  test('one turn at a time; a repeat with its Idempotency-Key is not charged again', async () => {
    const caller = await openCaller();
    const { customer } = caller;
    const { id } = await start(caller);
    service.speech.behaviour = 'hold';
    const calls = service.speech.calls;
    const first = say(customer, id, 'hello', { 'idempotency-key': 'one' });
    await until(() => service.speech.calls > calls);
    assertError(await say(customer, id, 'hello'), 409, 'turn_in_progress');
    service.speech.behaviour = 'speak';
    service.speech.release();
    assert.equal((await first).statusCode, 200);
    const before = await remaining(customer);
    const again = await say(customer, id, 'hello', { 'idempotency-key': 'one' });
    assert.deepEqual(again.json(), (await first).json());
    assert.equal(await remaining(customer), before);
    const whole = (await customer.byKey('GET', `/api/v1/conversations/${id}`)).json();
    assert.equal(whole.turns.length, 1);
  });

  test('a turn whose process died is given up after its lease, and its credits come back', async () => {
    const caller = await openCaller();
    const { customer } = caller;
    const { id } = await start(caller);
    const until = new Date(service.clock.now().getTime() + 30_000);
    await sql`UPDATE conversations SET turn_owner = gen_random_uuid(), turn_until = ${until} WHERE id = ${id}`.execute(
      service.db,
    );
    assertError(await say(customer, id, 'hello'), 409, 'turn_in_progress');
    service.clock.advanceMs(31_000);
    assert.equal((await say(customer, id, 'hello')).statusCode, 200);
  });

  test('402: nothing is said or kept; with a last sentence, that is said and the conversation ends', async () => {
    const poor = await openCaller();
    const { id } = await start(poor);
    await admin.leave(poor.customer, 3);
    assertError(await say(poor.customer, id, 'hello'), 402, 'quota_exhausted');
    assert.equal(await remaining(poor.customer), 3);
    const polite = await openCaller({ last_sentence: 'Bye.' });
    const { id: other } = await start(polite);
    await admin.leave(polite.customer, 4);
    const last = (await say(polite.customer, other, 'hello')).json();
    assert.deepEqual([last.reply, last.ended, last.credits], ['Bye.', 'out_of_credits', 4]);
    assert.equal(await remaining(polite.customer), 0);
    await settled();
  });

  test('404: a conversation of another account', async () => {
    const caller = await openCaller();
    const { id } = await start(caller);
    const thief = await openCustomer(service);
    assertError(await say(thief, id, 'hello'), 404, 'conversation_not_found');
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', ''],
      ['GET', '/transcript.txt'],
      ['POST', '/end'],
    ] as const)
      assertError(
        await thief.byKey(method, `/api/v1/conversations/${id}${path}`),
        404,
        'conversation_not_found',
      );
    assertError(
      await thief.byKey('POST', `/api/v1/agents/${caller.agentId}/conversations`),
      404,
      'agent_not_found',
    );
    assert.deepEqual((await thief.byKey('GET', '/api/v1/conversations')).json().conversations, []);
    assert.equal((await say(caller.customer, id, 'hello')).statusCode, 200);
  });

  test('lists by agent and by status, page by page, only what is its own', async () => {
    const one = await openCaller();
    const other = await openCaller();
    const second = (await one.customer.byKey('POST', '/api/v1/agents', AGENT)).json();
    const { id: first } = await start(one);
    service.clock.advanceMs(1);
    const { id: later } = await start({ ...one, agentId: second.id });
    await start(other);
    const ids = async (query: string, { customer }: { customer: Customer } = one) => {
      const page = (await customer.byKey('GET', `/api/v1/conversations?${query}`)).json();
      return [page.conversations.map(({ id }: { id: string }) => id), page.next_cursor] as const;
    };
    assert.deepEqual((await ids(''))[0], [later, first]);
    assert.deepEqual((await ids(`agent_id=${second.id}`))[0], [later]);
    assert.deepEqual((await ids(`agent_id=${second.id}`, other))[0], []);
    const [page, cursor] = await ids('limit=1');
    assert.deepEqual(page, [later]);
    assert.deepEqual((await ids(`limit=1&cursor=${cursor}`))[0], [first]);
    await one.customer.byKey('POST', `/api/v1/conversations/${first}/end`);
    assert.deepEqual((await ids('status=ended'))[0], [first]);
    assert.deepEqual((await ids(`status=active&agent_id=${one.agentId}`))[0], []);
  });

  test('a plan limits how many at a time; idle ones end by themselves, and so does one that lasts too long', async () => {
    const caller = await openCaller({ limits: { idle_seconds: 60, max_seconds: 90 } });
    const { customer } = caller;
    const { id: idle } = await start(caller);
    const { id: long } = await start(caller);
    const third = await customer.byKey('POST', `/api/v1/agents/${caller.agentId}/conversations`);
    assertError(third, 429, 'conversation_limit');
    service.clock.advanceMs(40_000);
    await say(customer, long, 'hello');
    service.clock.advanceMs(30_000);
    assertError(await say(customer, idle, 'hello'), 409, 'conversation_ended');
    assert.equal((await say(customer, long, 'hello')).statusCode, 200);
    service.clock.advanceMs(30_000);
    while ((await endDueConversations(service)) > 0);
    const reasonOf = async (id: string) =>
      (await customer.byKey('GET', `/api/v1/conversations/${id}`)).json().ended_reason;
    assert.deepEqual([await reasonOf(idle), await reasonOf(long)], ['idle', 'time_limit']);
    await start(caller);
  });

  test('deleting an agent ends its conversations, which stay readable', async () => {
    const caller = await openCaller();
    const { id } = await start(caller);
    await say(caller.customer, id, 'hello');
    await caller.customer.byKey('DELETE', `/api/v1/agents/${caller.agentId}`);
    const kept = (await caller.customer.byKey('GET', `/api/v1/conversations/${id}`)).json();
    assert.deepEqual([kept.agent_id, kept.ended_reason, kept.turns.length], [null, 'agent_deleted', 1]);
  });
});
