import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createSoundDecoder, PACKET_FORMATS, type PacketFormat, readWav } from '../../engines/codec/index.ts';
import { releaseCharge, verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { type LiveCaller, LiveRefusal, openLiveCaller } from '../support/live-caller.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const FLOW = {
  start: 'open',
  otherwise: 'Sorry?',
  states: {
    open: {
      rules: [
        { when: ['hello'], say: 'Hello back.', go: 'named' },
        { when: ['story'], say: 'One two three. Four five six. Seven eight nine. Ten.' },
        { when: ['bye'], say: 'Goodbye.', end: true },
      ],
    },
    named: { rules: [{ when: ['who'], say: 'We said hello.' }] },
  },
};
const AGENT = { name: 'Anna', voice_id: 'af_heart', disclosure: 'none', flow: FLOW };
const RATE = 16_000;
const TONE = Float32Array.from({ length: RATE }, (_, i) => 0.4 * Math.sin(i / 5));

describe('live conversations', () => {
  let service: TestService;
  let admin: Admin;
  let url: string;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(() => service.close());

  async function openAgent(change: object = {}) {
    const customer = await openCustomer(service);
    const agent = (await customer.byKey('POST', '/api/v1/agents', { ...AGENT, ...change })).json();
    assert.ok(agent.id, JSON.stringify(agent));
    return { customer, agentId: agent.id as string };
  }
  const call = (
    { customer, agentId }: { customer: Customer; agentId: string },
    query: Record<string, string> = {},
  ): Promise<LiveCaller> => openLiveCaller({ url, agentId, key: customer.apiKey, query, microphone: false });
  const refusal = async (promise: Promise<LiveCaller>): Promise<[number, string]> => {
    const error = await promise.then(
      () => assert.fail('was let in'),
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof LiveRefusal, String(error));
    return [error.status, error.code];
  };
  const read = async (customer: Customer, id: string) =>
    (await customer.byKey('GET', `/api/v1/conversations/${id}`)).json();
  const remaining = async (customer: Customer) => (await customer.figures()).credits.remaining;
  const balanced = async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    const { rows } = await sql`SELECT id FROM charges WHERE status = 'reserved'`.execute(service.db);
    assert.deepEqual(rows, []);
  };

  test('speaks first, answers typed words, charges what is spoken, and ends', async () => {
    const made = await openAgent({ first_message: 'Hi, this is Anna.' });
    const { customer } = made;
    const before = await remaining(customer);
    const caller = await call(made);
    const { heard, interrupted } = await caller.next('reply_ended');
    assert.deepEqual([heard, interrupted], ['Hi, this is Anna.', false]);
    caller.send({ type: 'text', text: 'Hello!' });
    assert.equal((await caller.next('transcript')).text, 'Hello!');
    const turn = await caller.next('turn');
    assert.deepEqual([turn.number, turn.reply, turn.credits], [1, 'Hello back.', 'Hello back.'.length]);
    caller.send({ type: 'text', text: 'who?' });
    await caller.next('turn', ({ reply }) => reply === 'We said hello.');
    caller.send({ type: 'end' });
    assert.equal((await caller.next('ended')).reason, 'ended_by_client');
    assert.equal((await caller.closed).code, 1000);
    const spent = ['Hi, this is Anna.', 'Hello back.', 'We said hello.'].join('').length;
    assert.equal(before - (await remaining(customer)), spent);
    const kept = await read(customer, caller.conversationId);
    assert.deepEqual([kept.status, kept.ended_reason, kept.credits], ['ended', 'ended_by_client', spent]);
    assert.deepEqual(
      kept.turns.map((one: { turn: number; reply: string }) => [one.turn, one.reply]),
      [
        [0, 'Hi, this is Anna.'],
        [1, 'Hello back.'],
        [2, 'We said hello.'],
      ],
    );
    await balanced();
  });

  test('hears sound, charges its seconds before its words are used, and nothing for noise', async () => {
    const made = await openAgent();
    const caller = await openLiveCaller({ url, agentId: made.agentId, key: made.customer.apiKey });
    service.speech.chunkSamples = 2_400;
    await caller.say(TONE);
    const { text, credits, seconds } = await caller.next('transcript');
    assert.equal(text, 'Hello there, General.');
    assert.equal(credits, Math.ceil(seconds) * 5);
    const turn = await caller.next('turn');
    assert.deepEqual([turn.reply, turn.credits], ['Hello back.', credits + 'Hello back.'.length]);
    service.transcription.behaviour = 'no speech';
    await caller.say(TONE);
    await caller.next('noise');
    service.transcription.behaviour = 'transcribe';
    caller.send({ type: 'end' });
    await caller.closed;
    assert.equal((await read(made.customer, caller.conversationId)).credits, turn.credits);
    await balanced();
  });

  test('speaks in the format that was asked for, to the last sample', async () => {
    const made = await openAgent();
    const seconds = async (output: PacketFormat) => {
      const caller = await call(made, { output });
      const decode = createSoundDecoder(output);
      let samples = 0;
      caller.socket.on('message', (data: Buffer, isBinary: boolean) => {
        if (isBinary) samples += decode(data).length;
      });
      caller.send({ type: 'text', text: 'a story' });
      await caller.next('reply_ended');
      const events = caller.all('audio');
      caller.send({ type: 'end' });
      await caller.closed;
      return { heard: samples / RATE, told: (events.at(-1)?.end_ms ?? 0) / 1_000 };
    };
    for (const output of PACKET_FORMATS) {
      const { heard, told } = await seconds(output);
      assert.ok(told > 0.3, output);
      // An Opus packet has 20 ms; the last ones are filled up.
      assert.ok(heard > told - 0.005 && heard < told + 0.05, `${output}: ${heard} for ${told}`);
    }
  });

  test('keeps what both sides said, if the agent does, until the conversation is deleted', async () => {
    const made = await openAgent({ keep_audio: true });
    const caller = await openLiveCaller({ url, agentId: made.agentId, key: made.customer.apiKey });
    await caller.say(TONE);
    await caller.next('turn');
    caller.send({ type: 'end' });
    await caller.closed;
    const { turns } = await read(made.customer, caller.conversationId);
    const sounds = [turns[0].caller_audio_url, turns[0].audio_url].map((signed) => new URL(signed));
    const open = (one: URL) => service.app.inject(one.href.replace(one.origin, ''));
    for (const one of sounds) {
      const { statusCode, headers, rawPayload } = await open(one);
      assert.deepEqual([statusCode, headers['content-type']], [200, 'audio/wav']);
      assert.ok(readWav(rawPayload).samples.some((sample) => Math.abs(sample) > 0.1));
    }
    await made.customer.byKey('DELETE', `/api/v1/conversations/${caller.conversationId}`);
    for (const one of sounds) assert.equal((await open(one)).statusCode, 404);
  });

  test('an interrupted reply keeps the words that were heard, and clauses that were not heard cost nothing', async () => {
    const made = await openAgent();
    const caller = await call(made);
    service.speech.chunkSamples = 48_000;
    caller.send({ type: 'text', text: 'a story' });
    await caller.next('audio', ({ words }) => words.some(({ text }) => text.startsWith('Four')));
    caller.send({ type: 'interrupt' });
    await caller.next('stop');
    service.speech.chunkSamples = 2_400;
    const turn = await caller.next('turn');
    assert.equal(turn.interrupted, true);
    assert.ok('One two three. Four five six.'.startsWith(turn.reply), turn.reply);
    assert.ok(turn.credits < 'One two three. Four five six. Seven eight nine.'.length, String(turn.credits));
    await caller.hangUp();
    await until(async () => {
      const { rows } = await sql`SELECT id FROM charges WHERE status = 'reserved'`.execute(service.db);
      return rows.length === 0;
    });
    await balanced();
  });

  test('a reply that is interrupted before it speaks stays with its turn, and the next with its own', async () => {
    const made = await openAgent();
    const caller = await call(made);
    service.speech.behaviour = 'hold';
    caller.send({ type: 'text', text: 'hello' });
    await until(() => service.speech.running > 0);
    caller.send({ type: 'text', text: 'who' });
    await caller.next('transcript', ({ text }) => text === 'who');
    service.speech.behaviour = 'speak';
    service.speech.release();
    await caller.next('turn', ({ reply }) => reply === 'We said hello.');
    await caller.hangUp();
    const { turns } = await read(made.customer, caller.conversationId);
    assert.deepEqual(
      turns.map((one: { turn: number; transcript: string; reply: string }) => [
        one.turn,
        one.transcript,
        one.reply,
      ]),
      [
        [1, 'hello', ''],
        [2, 'who', 'We said hello.'],
      ],
    );
    await balanced();
  });

  test('a clause that cannot be charged after all is not heard', async () => {
    const made = await openAgent();
    const caller = await call(made);
    service.speech.chunkSamples = 48_000;
    const reserved = async () =>
      (await sql<{ id: string }>`SELECT id FROM charges WHERE status = 'reserved'`.execute(service.db)).rows;
    caller.send({ type: 'text', text: 'a story' });
    await caller.next('audio');
    await until(async () => (await reserved()).length > 0);
    const { accountId } = made.customer;
    for (const { id: chargeId } of await reserved()) await releaseCharge(service, { accountId, chargeId });
    const turn = await caller.next('turn');
    await caller.next('error');
    service.speech.chunkSamples = 2_400;
    assert.equal(turn.credits, 'One two three.'.length);
    const words = caller.all('audio').flatMap((one) => one.words.map(({ text }) => text));
    assert.deepEqual(words, ['One', 'two', 'three']);
    await caller.hangUp();
  });

  test('a lost connection goes on where it was, also while the old one is not known to be dead', async () => {
    const made = await openAgent();
    const first = await call(made);
    first.send({ type: 'text', text: 'hello' });
    await first.next('turn');
    const second = await call(made, { conversation_id: first.conversationId });
    second.send({ type: 'text', text: 'who' });
    assert.equal((await second.next('turn')).reply, 'We said hello.');
    // The old one may neither write nor charge.
    first.send({ type: 'text', text: 'who' });
    assert.equal((await first.closed).code, 4409);
    await second.hangUp();
    const third = await call(made, { conversation_id: first.conversationId });
    assert.deepEqual(third.all('conversation')[0]?.resumed, true);
    third.send({ type: 'end' });
    await third.closed;
    assert.equal((await read(made.customer, first.conversationId)).turns.length, 2);
    assert.deepEqual(await refusal(call(made, { conversation_id: first.conversationId })), [
      409,
      'conversation_ended',
    ]);
    await balanced();
  });

  test('an agent or a conversation of another account is not found', async () => {
    const mine = await openAgent();
    const other = await openAgent();
    const caller = await call(mine);
    assert.deepEqual(await refusal(call({ ...mine, customer: other.customer })), [404, 'agent_not_found']);
    assert.deepEqual(await refusal(call(other, { conversation_id: caller.conversationId })), [
      404,
      'conversation_not_found',
    ]);
    await caller.hangUp();
  });

  test('deleting the agent ends the conversation', async () => {
    const made = await openAgent();
    const caller = await call(made);
    await made.customer.byKey('DELETE', `/api/v1/agents/${made.agentId}`);
    caller.send({ type: 'text', text: 'hello' });
    assert.equal((await caller.next('ended')).reason, 'agent_deleted');
    assert.equal((await caller.closed).code, 1000);
  });

  test('when the credits run out, the last sentence is said if they pay for it, and the conversation ends', async () => {
    const made = await openAgent({ last_sentence: 'Bye.' });
    const { customer } = made;
    const left = 'Bye.'.length + 2;
    await admin.leave(customer, left);
    const caller = await call(made);
    caller.send({ type: 'text', text: 'a story' });
    assert.equal((await caller.next('error')).error.code, 'quota_exhausted');
    assert.equal((await caller.next('reply_ended', ({ text }) => text === 'Bye.')).heard, 'Bye.');
    assert.equal((await caller.next('ended')).reason, 'out_of_credits');
    assert.equal(await remaining(customer), left - 'Bye.'.length);
    await balanced();
  });

  test('what is not a message is answered, and the conversation goes on', async () => {
    const caller = await call(await openAgent());
    for (const bad of ['{', '[]', 'null', '{"type":"sing"}', '{"type":"text"}', '{"type":"text","text":7}']) {
      caller.send(bad);
      assert.equal((await caller.next('error')).error.code, 'invalid_message');
    }
    caller.send(new Uint8Array(3));
    await caller.next('error');
    caller.send({ type: 'text', text: 'hello' });
    assert.equal((await caller.next('turn')).reply, 'Hello back.');
    await caller.hangUp();
  });
});
