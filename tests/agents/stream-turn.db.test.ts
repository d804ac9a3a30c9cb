import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { DONE, message, streaming } from '../../engines/language-model/testing/streaming.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const REPLY = 'We open at nine. We close at six in the evening.';
const FIRST = 'We open at nine.';
const SECOND = 'We close at six in the evening.';
const FLOW = {
  start: 'open',
  otherwise: 'Sorry?',
  states: {
    open: {
      rules: [
        { when: ['hours'], say: REPLY },
        { when: ['bye'], say: 'Goodbye.', end: true },
      ],
    },
  },
};
const EVENTS = { accept: 'text/event-stream' };

type Event = { type: string; error?: { code: string }; [field: string]: unknown };

function eventsIn(text: string): Event[] {
  return text
    .split('\n\n')
    .filter((one) => one !== '')
    .map((one) => {
      const [, type = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(one) ?? assert.fail(one);
      return { ...JSON.parse(data), type };
    });
}

describe('turns as events', () => {
  let service: TestService;
  let chat: ChatServer;
  let admin: Admin;
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl });
    admin = await openAdmin(service);
  });
  beforeEach(() => {
    service.speech.behaviour = 'speak';
    service.speech.beforeChunk = null;
  });
  after(async () => {
    await service.close();
    await chat.close();
  });

  async function open(change: object = {}) {
    const customer = await openCustomer(service);
    const agent = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: FLOW, ...change };
    const { id: agentId } = (await customer.byKey('POST', '/api/v1/agents', agent)).json();
    const { id } = (await customer.byKey('POST', `/api/v1/agents/${agentId}/conversations`)).json();
    return { customer, id, path: `/api/v1/conversations/${id}`, before: await remaining(customer) };
  }
  const say = async (customer: Customer, path: string, text: string, headers = {}) =>
    customer.byKey('POST', `${path}/turns`, { text }, { ...EVENTS, ...headers });
  const remaining = async (customer: Customer) => (await customer.figures()).credits.remaining;
  const turnsOf = async (customer: Customer, path: string) =>
    (await customer.byKey('GET', path)).json().turns;
  const typesOf = (events: Event[]) => events.map(({ type }) => type);

  /** Over a real connection, read event by event. */
  async function stream({ customer, path }: { customer: Customer; path: string }, body: RequestInit) {
    const port = await listening(service);
    const leaving = new AbortController();
    const { headers, ...rest } = body;
    const response = await fetch(`http://127.0.0.1:${port}${path}/turns`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, ...EVENTS, ...(headers as object) },
      signal: leaving.signal,
      ...rest,
    });
    assert.equal(response.status, 200);
    const reader = response.body?.getReader();
    let text = '';
    return {
      leave: () => leaving.abort(),
      /** Everything up to the first event of this type. */
      async upTo(type: string): Promise<Event[]> {
        while (!text.includes(`event: ${type}\n`) || !text.endsWith('\n\n')) {
          const part = await reader?.read();
          if (!part?.value) assert.fail(`the stream ended before ${type}: ${text}`);
          text += Buffer.from(part.value).toString();
        }
        return eventsIn(text);
      },
    };
  }
  const json = (text: string) => ({
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text }),
  });
  const spoken = () => {
    const body = new FormData();
    body.append('audio', new Blob([new Uint8Array(sound(1.5))]), 'audio');
    return { body };
  };
  /** The engine speaks so many clauses, and then waits. */
  const holdAfter = (clauses: number) => {
    const gate = Promise.withResolvers<void>();
    let begun = 0;
    service.speech.beforeChunk = async () => {
      begun += 1;
      if (begun > clauses) await gate.promise;
    };
    return gate;
  };
  /** Returns the charges for the language model, oldest first. */
  const thought = async ({ accountId }: Customer): Promise<{ status: string; credits: number }[]> => {
    const { rows } = await sql<{ status: string; credits: number }>`
      SELECT status, credits FROM charges WHERE account_id = ${accountId}::uuid AND unit = 'llm_token' ORDER BY id`.execute(
      service.db,
    );
    return rows;
  };
  const settled = async () => assert.deepEqual(await verifyLedger(service.db), []);

  test('tell the words, the reply as it is thought, its sound with word times, and the turn', async () => {
    const { customer, path, id, before } = await open();
    const answer = await say(customer, path, 'Your hours?');
    assert.equal(answer.statusCode, 200, answer.body);
    assert.match(String(answer.headers['content-type']), /^text\/event-stream/);
    const events = eventsIn(answer.body);
    assert.deepEqual(typesOf(events), ['transcript', 'reply_text', 'audio', 'audio', 'turn']);
    const [transcript, text, first, second, turn] = events;
    assert.deepEqual([transcript?.text, transcript?.turn, transcript?.credits], ['Your hours?', 1, 0]);
    assert.equal(text?.delta, REPLY);
    assert.equal(Buffer.from(String(first?.audio), 'base64').length, 2 * 2_400);
    assert.deepEqual([first?.start_ms, first?.end_ms, second?.start_ms], [0, 100, 100]);
    const words = [first, second].flatMap((one) => one?.words as { text: string; start: number }[]);
    for (const word of words) assert.ok(REPLY.startsWith(word.text, word.start), JSON.stringify(word));
    assert.deepEqual(
      [words.length, words[4]],
      [11, { text: 'We', start: 17, end: 19, start_ms: 100, end_ms: 114 }],
    );
    const credits = FIRST.length + SECOND.length;
    assert.deepEqual(
      [turn?.reply, turn?.credits, turn?.interrupted, turn?.ended],
      [REPLY, credits, false, null],
    );
    assert.equal(await remaining(customer), before - credits);
    const [kept] = await turnsOf(customer, path);
    assert.deepEqual({ type: 'turn', ...kept, ended: null }, turn);
    assert.equal((await customer.byKey('GET', path)).json().credits, credits);
    const last = eventsIn((await say(customer, path, 'bye')).body).at(-1);
    assert.deepEqual([last?.turn, last?.ended, last?.conversation_id], [2, 'ended_by_agent', id]);
    assertError(await say(customer, path, 'hours'), 409, 'conversation_ended');
    await settled();
  });

  test('what was heard is paid before its words are told, and the first sound before the reply is spoken whole', async () => {
    const one = await open();
    service.transcription.words = ['your', 'hours'];
    const gate = holdAfter(0);
    const { upTo } = await stream(one, spoken());
    const [transcript] = await upTo('transcript');
    assert.deepEqual([transcript?.text, transcript?.credits, transcript?.seconds], ['your hours', 10, 1.5]);
    assert.equal(await remaining(one.customer), one.before - 10);
    const [row] = await turnsOf(one.customer, one.path);
    assert.deepEqual([row.transcript, row.credits, row.reply], ['your hours', 10, '']);
    assertError(await say(one.customer, one.path, 'hours'), 409, 'turn_in_progress');
    gate.resolve();
    const events = await upTo('turn');
    assert.equal(events.at(-1)?.credits, 10 + FIRST.length + SECOND.length);
    await settled();
  });

  test('a client that leaves pays for what was said until then, and the next turn knows no more', async () => {
    const one = await open();
    holdAfter(1);
    const { upTo, leave } = await stream(one, json('hours'));
    await upTo('audio');
    assert.equal(await remaining(one.customer), one.before - FIRST.length);
    leave();
    await until(async () => (await turnsOf(one.customer, one.path))[0]?.interrupted === true);
    const [turn] = await turnsOf(one.customer, one.path);
    assert.deepEqual([turn.reply, turn.unheard, turn.credits], [FIRST, SECOND, FIRST.length]);
    service.speech.beforeChunk = null;
    await until(async () => (await say(one.customer, one.path, 'bye')).statusCode === 200);
    assert.equal(await remaining(one.customer), one.before - FIRST.length - 'Goodbye.'.length);
    await until(() => service.speech.running === 0);
    await settled();
  });

  test('a client that leaves before the first sound pays for nothing but what was heard', async () => {
    const one = await open();
    service.speech.behaviour = 'hang';
    const { upTo, leave } = await stream(one, spoken());
    await upTo('transcript');
    leave();
    await until(async () => (await turnsOf(one.customer, one.path))[0]?.interrupted === true);
    assert.equal(await remaining(one.customer), one.before - 10);
    await settled();
  });

  test('a conversation that is ended elsewhere is charged no further', async () => {
    const one = await open();
    const gate = holdAfter(1);
    const { upTo } = await stream(one, json('hours'));
    await upTo('audio');
    await one.customer.byKey('POST', `${one.path}/end`);
    gate.resolve();
    const last = (await upTo('error')).at(-1);
    assert.deepEqual(last?.error?.code, 'conversation_lost');
    const [turn] = await turnsOf(one.customer, one.path);
    assert.deepEqual([turn.reply, turn.credits], [FIRST, FIRST.length]);
    assert.equal(await remaining(one.customer), one.before - FIRST.length);
    await settled();
  });

  test('a conversation that is ended elsewhere still pays for the words that were told, and leaves no reservation', async () => {
    for (const how of ['end', 'delete'] as const) {
      const one = await open({ flow: null, system_prompt: 'x'.repeat(4_000) });
      chat.answer = streaming([message({ content: FIRST }), message({}, 'stop'), DONE]);
      const gate = holdAfter(0);
      const { upTo } = await stream(one, json('hours'));
      await upTo('reply_text');
      await one.customer.byKey('POST', `${one.path}/end`);
      if (how === 'delete') await one.customer.byKey('DELETE', one.path);
      gate.resolve();
      assert.equal((await upTo('error')).at(-1)?.error?.code, 'conversation_lost');
      const [call] = await thought(one.customer);
      assert.ok(call?.status === 'settled' && call.credits > 20, JSON.stringify(call));
      assert.equal(await remaining(one.customer), one.before - call.credits);
      if (how === 'end') {
        const kept = (await one.customer.byKey('GET', one.path)).json();
        assert.deepEqual(
          [kept.status, kept.credits, kept.turns[0].credits],
          ['ended', call.credits, call.credits],
        );
      }
      await settled();
    }
  });

  test('402 in the middle keeps what was paid; a last sentence is said if it can be paid', async () => {
    const plain = await open();
    await admin.leave(plain.customer, FIRST.length + 3);
    const events = eventsIn((await say(plain.customer, plain.path, 'hours')).body);
    assert.deepEqual(typesOf(events), ['transcript', 'reply_text', 'audio', 'error', 'turn']);
    assert.equal(events.at(-2)?.error?.code, 'quota_exhausted');
    assert.deepEqual(
      [events.at(-1)?.reply, events.at(-1)?.unheard, events.at(-1)?.ended],
      [FIRST, SECOND, null],
    );
    assert.equal(await remaining(plain.customer), 3);
    const polite = await open({ last_sentence: 'Bye.' });
    await admin.leave(polite.customer, FIRST.length + 'Bye.'.length);
    const last = eventsIn((await say(polite.customer, polite.path, 'hours')).body);
    assert.deepEqual([last.at(-1)?.reply, last.at(-1)?.ended], [`${FIRST} Bye.`, 'out_of_credits']);
    assert.equal(last.at(-2)?.start_ms, 100);
    assert.equal(await remaining(polite.customer), 0);
    const unheard = await open({ last_sentence: 'Bye.' });
    await admin.leave(unheard.customer, 4);
    const form = { audio: sound(1.5) };
    const goodbye = eventsIn((await postForm(unheard.customer, `${unheard.path}/turns`, form, EVENTS)).body);
    assert.deepEqual(typesOf(goodbye), ['turn']);
    assert.deepEqual([goodbye[0]?.reply, goodbye[0]?.ended], ['Bye.', 'out_of_credits']);
    await settled();
  });

  test('a model that breaks off is told of, after what it said until then', async () => {
    const { customer, path, before } = await open({ flow: null, system_prompt: 'You are Anna.' });
    chat.answer = streaming([message({ content: `${FIRST} ` }), 'data: {broken\n\n']);
    const events = eventsIn((await say(customer, path, 'hours')).body);
    assert.deepEqual(typesOf(events), ['transcript', 'reply_text', 'audio', 'error', 'turn']);
    assert.deepEqual([events.at(-1)?.reply, events.at(-1)?.interrupted], [FIRST, true]);
    const [call] = await thought(customer);
    assert.ok(call?.status === 'settled' && call.credits > 0, JSON.stringify(call));
    assert.equal(events.at(-1)?.credits, FIRST.length + call.credits);
    assert.equal(await remaining(customer), before - FIRST.length - call.credits);
    await settled();
  });

  test('a model that thinks until its limit and says nothing costs nothing', async () => {
    const { customer, path, before } = await open({ flow: null, system_prompt: 'You are Anna.' });
    const usage = { prompt_tokens: 20, completion_tokens: 2_048, total_tokens: 2_068 };
    chat.answer = streaming([
      message({}, 'length'),
      `data: ${JSON.stringify({ choices: [], usage })}\n\n`,
      DONE,
    ]);
    const events = eventsIn((await say(customer, path, 'hours')).body);
    assert.deepEqual(typesOf(events), ['transcript', 'error', 'turn']);
    assert.deepEqual([events.at(-1)?.credits, (await thought(customer))[0]?.status], [0, 'released']);
    assert.equal(await remaining(customer), before);
    await settled();
  });

  test('what fails before the words are known is an ordinary error, and costs nothing', async () => {
    const { customer, path, before } = await open();
    const thief = await openCustomer(service);
    assertError(await say(thief, path, 'hours'), 404, 'conversation_not_found');
    service.transcription.behaviour = 'no speech';
    const silence = await postForm(customer, `${path}/turns`, { audio: sound(1) }, EVENTS);
    service.transcription.behaviour = 'transcribe';
    assertError(silence, 422, 'no_speech');
    await admin.leave(customer, 3);
    assertError(await postForm(customer, `${path}/turns`, { audio: sound(1) }, EVENTS), 402);
    assert.deepEqual(await turnsOf(customer, path), []);
    assert.ok(before > 3);
    await settled();
  });

  test('with an Idempotency-Key the turn is one event, and a repeat is not charged again', async () => {
    const { customer, path, before } = await open();
    const key = { 'idempotency-key': 'one' };
    const first = await say(customer, path, 'hours', key);
    const [turn, ...more] = eventsIn(first.body);
    assert.deepEqual([turn?.reply, turn?.credits, more.length], [REPLY, REPLY.length, 0]);
    assert.equal((await say(customer, path, 'hours', key)).body, first.body);
    assert.equal(await remaining(customer), before - REPLY.length);
    const asked = await customer.byKey(
      'POST',
      `${path}/turns`,
      { text: 'hours' },
      { accept: 'application/json' },
    );
    assert.equal(asked.json().reply, REPLY);
  });
});
