import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, afterEach, before, describe, test } from 'node:test';
import { OpenAIRealtimeWebSocket } from '@openai/agents-realtime';
import OpenAI from 'openai';
import { WebSocket } from 'ws';
import { encodePcm16 } from '../../engines/codec/index.ts';
import { type ChatServer, openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import {
  calling,
  DONE,
  message,
  sayingInPieces,
  streaming,
} from '../../engines/language-model/testing/streaming.ts';
import { openClient, type RealtimeClient } from '../../src/media/realtime/testing/open-client.ts';
import { CERTIFICATE, openTlsFront } from '../../src/media/realtime/testing/tls-front.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

type OpenAiError = { error: { code: string } };

const RATE = 24_000;
const REPLY = 'Good morning, how are you?';

/** A voice for so long, then silence that ends the turn. */
const speech = (seconds = 1): Buffer =>
  encodePcm16(
    Float32Array.from({ length: (seconds + 1) * RATE }, (_, i) =>
      i < seconds * RATE ? 0.3 * Math.sin(i / 9) : 0,
    ),
  );

describe('Realtime sessions, by OpenAI’s own clients over TLS', () => {
  let service: TestService;
  let chat: ChatServer;
  let tls: Awaited<ReturnType<typeof openTlsFront>>;
  let customer: Customer;
  let admin: Admin;
  const clients: RealtimeClient[] = [];
  before(async () => {
    chat = await openChatServer();
    service = await openTestService({ llm: chat.baseUrl });
    tls = await openTlsFront(await listening(service));
    admin = await openAdmin(service);
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.close()));
    service.speech.beforeChunk = null;
    await until(() => service.app.openSockets.size === 0);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
  after(async () => {
    await tls.close();
    await service.close();
    await chat.close();
  });

  async function opened(target?: Parameters<typeof openClient>[2], apiKey?: string): Promise<RealtimeClient> {
    customer = await openCustomer(service);
    chat.answer = sayingInPieces('Good morning, ', 'how are you?');
    chat.received.length = 0;
    return connected(apiKey ?? customer.apiKey, target);
  }
  async function connected(apiKey: string, target?: Parameters<typeof openClient>[2]) {
    const client = await openClient(tls.port, apiKey, target);
    clients.push(client);
    await client.seen('session.created');
    return client;
  }
  /** Sums the quantities that were charged, by unit. */
  async function charged(): Promise<Record<string, number>> {
    const { rows } = await sql<{ unit: string; quantity: number }>`
      SELECT unit, sum(quantity)::int AS quantity FROM charges
      WHERE account_id = ${customer.accountId}::uuid AND status = 'settled' GROUP BY unit`.execute(
      service.db,
    );
    return Object.fromEntries(rows.map(({ unit, quantity }) => [unit, quantity]));
  }
  async function reserved(): Promise<number> {
    const { rows } = await sql`SELECT FROM charges WHERE status = 'reserved'`.execute(service.db);
    return rows.length;
  }
  /** Counts as the service does for a server that does not: four characters to a token. */
  const tokensOf = (...texts: string[]) => texts.reduce((sum, text) => sum + Math.ceil(text.length / 4), 0);
  const WRITTEN_AND_SAID = {
    tts_character: 'One two three.'.length,
    llm_token: tokensOf('Hello?', 'One two three. Four five '),
  };
  /** Reserved for "Hello?" and 2,048 tokens of answer. */
  const MOST_OF_A_REPLY = 168;
  const ask = (client: RealtimeClient, text = 'Hello?') =>
    client.send({
      type: 'conversation.item.create',
      item: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    });
  /** The status of a refusal, and its code. */
  async function refusal(query: string, apiKey: string): Promise<[number | undefined, string]> {
    const headers = { authorization: `Bearer ${apiKey}` };
    const socket = new WebSocket(`wss://localhost:${tls.port}/v1/realtime${query}`, {
      headers,
      ca: CERTIFICATE,
    });
    const opened = once(socket, 'open').then(() => assert.fail('The session was opened.'));
    const refused = once(
      socket.on('error', () => undefined),
      'unexpected-response',
    );
    const [, response] = await Promise.race([refused, opened]);
    const body = JSON.parse(Buffer.concat(await response.toArray()).toString()) as OpenAiError;
    return [response.statusCode, body.error.code];
  }

  test('hear a turn, answer it in sound, and charge both', async () => {
    const client = await opened();
    const transcription = { model: 'whisper-1' };
    client.send({
      type: 'session.update',
      session: { type: 'realtime', audio: { input: { transcription } } },
    });
    await client.seen('session.updated');
    client.say(speech());
    const { response } = await client.seen('response.done');
    assert.equal(response.status, 'completed', JSON.stringify(response));
    const heard = await client.seen('conversation.item.input_audio_transcription.completed');
    assert.equal(heard.transcript, 'Hello there, General.');
    const said = await client.seen('response.output_audio_transcript.done');
    assert.equal(said.transcript, REPLY);
    assert.ok(client.sound().length >= 2 * 2_400);
    const asked = chat.received[0]?.body as { model: string; messages: object[] };
    assert.deepEqual(asked.messages, [{ role: 'user', content: 'Hello there, General.' }]);
    assert.equal(asked.model, 'tiny');
    const { stt_second = 0, tts_character } = await charged();
    assert.ok(stt_second >= 1 && stt_second <= 3, `${stt_second} s`);
    assert.equal(tts_character, REPLY.length);
  });

  test('call a function of the client, and answer with its result', async () => {
    const client = await opened();
    chat.answer = calling({ name: 'weather', arguments: { city: 'Oslo' } });
    const parameters = { type: 'object', properties: { city: { type: 'string' } } };
    const tools = [{ type: 'function', name: 'weather', description: 'Of a city.', parameters } as const];
    client.send({ type: 'session.update', session: { type: 'realtime', tools } });
    ask(client, 'How is the weather in Oslo?');
    client.send({ type: 'response.create' });
    const { item } = await client.seen('response.output_item.done');
    assert.ok(item.type === 'function_call');
    assert.deepEqual([item.status, item.name, item.arguments], ['completed', 'weather', '{"city":"Oslo"}']);
    await client.seen('response.done');
    chat.answer = sayingInPieces('It rains.');
    client.send({
      type: 'conversation.item.create',
      item: { type: 'function_call_output', call_id: item.call_id ?? '', output: '"rain"' },
    });
    client.send({ type: 'response.create' });
    await client.seen('response.done', 2);
    assert.equal((await client.seen('response.output_audio_transcript.done')).transcript, 'It rains.');
    const last = chat.received.at(-1)?.body as { messages: { role: string }[] };
    assert.deepEqual(
      last.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    const { llm_token: thought = 0, ...others } = await charged();
    assert.deepEqual(others, { tts_character: 9 });
    assert.ok(thought > 60, `${thought} tokens, of which the function and its result have most`);
  });

  test('a cancelled reply costs what was written and the clauses that were sent, and is cut where it was heard', async () => {
    const client = await opened();
    chat.answer = streaming([message({ content: 'One two three. Four five ' })], () => undefined);
    ask(client);
    client.send({ type: 'response.create' });
    await client.seen('response.output_audio.delta');
    client.send({ type: 'response.cancel' });
    const { response } = await client.seen('response.done');
    assert.deepEqual([response.status, response.status_details?.reason], ['cancelled', 'client_cancelled']);
    const { item_id } = await client.seen('response.output_audio.done');
    client.send({
      type: 'conversation.item.truncate',
      item_id,
      content_index: 0,
      audio_end_ms: 60,
    });
    assert.equal((await client.seen('conversation.item.truncated')).audio_end_ms, 60);
    client.send({ type: 'conversation.item.retrieve', item_id });
    const { item } = await client.seen('conversation.item.retrieved');
    assert.ok(item.type === 'message' && item.role === 'assistant');
    assert.equal(item.content[0]?.transcript, 'One two');
    await until(async () => (await reserved()) === 0);
    assert.deepEqual(await charged(), WRITTEN_AND_SAID);
  });

  test('a client that is killed in the middle leaves nothing behind', async () => {
    const client = await opened();
    const gone = Promise.withResolvers<void>();
    chat.answer = streaming([message({ content: 'One two three. Four five ' })], (response) =>
      response.once('close', gone.resolve),
    );
    ask(client);
    client.send({ type: 'response.create' });
    await client.seen('response.output_audio.delta');
    client.realtime.socket.terminate();
    await gone.promise;
    await until(() => service.app.openSockets.size === 0 && service.speech.running === 0);
    await until(async () => (await reserved()) === 0);
    assert.deepEqual(await charged(), WRITTEN_AND_SAID);
  });

  test('a reply is not begun that could not be paid to its end', async () => {
    const client = await opened();
    await admin.leave(customer, 100);
    ask(client);
    client.send({ type: 'response.create' });
    const { response } = await client.seen('response.done');
    assert.equal(response.status_details?.error?.code, 'quota_exhausted');
    assert.equal((await client.closed)[0], 1000);
    assert.deepEqual([chat.received.length, await charged(), await reserved()], [0, {}, 0]);
  });

  test('without credits the reply fails in order, and the session ends', async () => {
    const client = await opened();
    await admin.leave(customer, MOST_OF_A_REPLY + 20);
    const words = 'One two three. Four five six seven. ';
    chat.answer = streaming([message({ content: words })], () => undefined);
    ask(client);
    client.send({ type: 'response.create' });
    const { response } = await client.seen('response.done');
    assert.equal(response.status, 'failed');
    assert.equal(response.status_details?.error?.code, 'quota_exhausted');
    assert.equal((await client.seen('response.output_audio_transcript.done')).transcript, 'One two three.');
    const { error } = await client.seen('error');
    assert.deepEqual([error.type, error.code], ['insufficient_quota', 'quota_exhausted']);
    assert.equal((await client.closed)[0], 1000);
    await until(async () => (await reserved()) === 0);
    assert.deepEqual(await charged(), { tts_character: 14, llm_token: tokensOf('Hello?', words) });
  });

  test('words that cannot be paid are not told, and the session ends', async () => {
    const client = await opened({ intent: 'transcription' });
    await admin.leave(customer, 3);
    client.say(speech());
    const failed = await client.seen('conversation.item.input_audio_transcription.failed');
    assert.equal(failed.error.code, 'quota_exhausted');
    assert.equal((await client.closed)[0], 1000);
    assert.equal(client.types().includes('conversation.item.input_audio_transcription.completed'), false);
    assert.deepEqual(await charged(), {});
    assert.deepEqual(await refusal('?intent=transcription', customer.apiKey), [402, 'quota_exhausted']);
  });

  test('transcribe only, if that is the intent', async () => {
    const client = await opened({ intent: 'transcription' });
    assert.equal((await client.seen('session.created')).session.type, 'transcription');
    client.send({ type: 'response.create', event_id: 'mine' });
    assert.equal((await client.seen('error')).error.event_id, 'mine');
    client.say(speech());
    const { transcript } = await client.seen('conversation.item.input_audio_transcription.completed');
    assert.equal(transcript, 'Hello there, General.');
    assert.deepEqual(Object.keys(await charged()), ['stt_second']);
    assert.equal(chat.received.length, 0);
  });

  test('a written reply costs its tokens', async () => {
    const client = await opened();
    chat.answer = sayingInPieces('It is ', 'noon. '.repeat(40));
    ask(client);
    client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    await client.seen('response.done');
    const { text } = await client.seen('response.output_text.done');
    assert.equal(text, `It is ${'noon. '.repeat(40)}`);
    assert.deepEqual(await charged(), { llm_token: tokensOf('Hello?', text) });
  });

  test('a written reply that breaks off costs the tokens that were sent', async () => {
    const client = await opened();
    const essay = 'It is noon. '.repeat(40);
    const tool_calls = Array.from({ length: 17 }, (_, index) => ({
      index,
      id: `call_${index}`,
      type: 'function',
      function: { name: 'weather', arguments: '{}' },
    }));
    chat.answer = streaming([
      message({ content: essay }),
      message({ tool_calls }),
      message({}, 'stop'),
      DONE,
    ]);
    ask(client);
    client.send({ type: 'response.create', response: { output_modalities: ['text'] } });
    const { response } = await client.seen('response.done');
    assert.equal(response.status, 'failed');
    assert.equal((await client.seen('response.output_text.done')).text, essay);
    assert.deepEqual([await charged(), await reserved()], [{ llm_token: tokensOf('Hello?', essay) }, 0]);
  });

  test('count against the conversations of the plan', async () => {
    await opened();
    const second = await connected(customer.apiKey);
    assert.deepEqual(await refusal('', customer.apiKey), [429, 'conversation_limit']);
    await second.close();
    await until(() => service.app.openSockets.size === 1);
    await connected(customer.apiKey);
    const other = await openCustomer(service);
    await connected(other.apiKey);
  });

  test('are refused with the reason before they begin', async () => {
    customer = await openCustomer(service);
    assert.deepEqual(await refusal('?model=gpt-9', customer.apiKey), [400, 'unknown_model']);
    assert.deepEqual(await refusal('?intent=dreaming', customer.apiKey), [400, 'invalid_request']);
    assert.deepEqual(await refusal('', 'sk_live_nobody'), [401, 'unauthorized']);
    const calls = await customer.byKey('POST', '/v1/realtime/calls', 'v=0', {
      'content-type': 'application/sdp',
    });
    assert.deepEqual([calls.statusCode, calls.json().code], [400, 'webrtc_not_offered']);
  });

  test('a client secret opens its own session, and nothing else', async () => {
    customer = await openCustomer(service);
    const openai = new OpenAI({
      apiKey: customer.apiKey,
      baseURL: `http://127.0.0.1:${await listening(service)}/v1`,
    });
    const session = { type: 'realtime', model: 'tiny', instructions: 'Be brief.' } as const;
    const secret = await openai.realtime.clientSecrets.create({ session });
    assert.ok(secret.value.startsWith('ek_'));
    assert.equal(secret.expires_at, Math.floor(service.clock.now().getTime() / 1_000) + 600);
    const shown = secret.session as typeof session & { audio: object };
    assert.deepEqual([shown.instructions, shown.model, typeof shown.audio], ['Be brief.', 'tiny', 'object']);

    const socket = new WebSocket(
      `wss://localhost:${tls.port}/v1/realtime?model=gpt-realtime`,
      ['realtime', `openai-insecure-api-key.${secret.value}`],
      { ca: CERTIFICATE },
    );
    const [first] = await once(socket, 'message');
    const created = JSON.parse(String(first)) as { session: typeof session };
    assert.deepEqual([created.session.instructions, created.session.model], ['Be brief.', 'tiny']);
    socket.close();
    await once(socket, 'close');

    const bySecret = stranger(service, { authorization: `Bearer ${secret.value}` });
    for (const [method, url] of [
      ['GET', '/api/v1/agents'],
      ['POST', '/api/v1/tts'],
      ['POST', '/v1/realtime/client_secrets'],
    ] as const)
      assert.equal((await bySecret(method, url, method === 'POST' ? {} : undefined)).statusCode, 403, url);
    service.clock.advanceMs(601_000);
    assert.deepEqual(await refusal('', secret.value), [401, 'unauthorized']);
  });

  test('a client secret has a credit limit, and its sessions together use no more', async () => {
    customer = await openCustomer(service);
    const create = async (body: object) =>
      (await customer.byKey('POST', '/v1/realtime/client_secrets', body)).json();
    assert.equal((await create({})).credit_limit, 36_000);
    assert.equal((await create({ credit_limit: null })).credit_limit, null);
    const limit = MOST_OF_A_REPLY + REPLY.length;
    const { value } = await create({ session: { type: 'realtime' }, credit_limit: limit });
    chat.answer = sayingInPieces(REPLY);
    const replyBySecret = async () => {
      const client = await connected(value);
      ask(client);
      client.send({ type: 'response.create' });
      const { response } = await client.seen('response.done');
      return { client, status: response.status, code: response.status_details?.error?.code };
    };
    const first = await replyBySecret();
    assert.equal(first.status, 'completed');
    await first.client.close();
    const second = await replyBySecret();
    assert.deepEqual([second.status, second.code], ['failed', 'key_limit_reached']);
    assert.equal((await second.client.seen('error')).error.code as string, 'key_limit_reached');
    await second.client.closed;
    const { used } = (await customer.figures()).credits;
    assert.ok(used > REPLY.length && used <= limit, String(used));
    const { value: tooSmall } = await create({ credit_limit: 1 });
    assert.deepEqual(await refusal('', tooSmall), [402, 'key_limit_reached']);
  });

  test('a client secret is refused with settings that no session could have', async () => {
    customer = await openCustomer(service);
    const create = (body: object) => customer.byKey('POST', '/v1/realtime/client_secrets', body);
    const status = async (session: object) => (await create({ session })).statusCode;
    assert.equal(await status({ type: 'realtime', audio: { output: { speed: 'fast' } } }), 400);
    assert.equal(await status({ type: 'realtime', model: 'gpt-9' }), 400);
    assert.equal(await status({ type: 'sleeping' }), 400);
    assert.equal(await status({ type: 'realtime', notes: 'x'.repeat(70_000) }), 400);
    assert.equal((await create({})).statusCode, 200);
  });

  test('@openai/agents-realtime talks through its WebSocket transport', async () => {
    customer = await openCustomer(service);
    chat.answer = sayingInPieces('Good morning, ', 'how are you?');
    const url = `wss://localhost:${tls.port}/v1/realtime?model=gpt-realtime`;
    const transport = new OpenAIRealtimeWebSocket({
      url,
      createWebSocket: async () =>
        new WebSocket(url, {
          ca: CERTIFICATE,
          headers: { authorization: `Bearer ${customer.apiKey}` },
        }),
    });
    const problems: unknown[] = [];
    transport.on('error', (error) => problems.push(error));
    const said = new Promise<string>((resolve) =>
      transport.on('audio_transcript_delta', ({ delta }) => resolve(delta)),
    );
    let bytes = 0;
    transport.on('audio', ({ data }) => {
      bytes += data.byteLength;
    });
    const done = new Promise((resolve) => transport.on('turn_done', resolve));
    await transport.connect({ apiKey: customer.apiKey, initialSessionConfig: { instructions: 'Be brief.' } });
    transport.sendMessage('Hello?', {});
    const [transcript] = await Promise.all([said, done]);
    transport.interrupt();
    transport.close();
    assert.equal(transcript, REPLY);
    assert.ok(bytes > 0);
    assert.deepEqual(problems, []);
  });

  test('mistakes are answered, a flood of them ends the session, and nobody else notices', async () => {
    const client = await opened();
    const other = await connected((await openCustomer(service)).apiKey);
    const { socket } = client.realtime;
    for (const text of ['{', '[]', '"x"', '{"type":7}', '{"type":"__proto__"}', '{"type":"constructor"}'])
      socket.send(text);
    socket.send(Buffer.from([1, 2, 3]));
    socket.send(
      JSON.stringify({ type: 'conversation.item.create', item: { type: 'message', role: 'king' } }),
    );
    socket.send(JSON.stringify({ type: 'response.create', response: { instructions: 'x'.repeat(200_000) } }));
    await client.seen('error', 9);
    ask(client, 'x'.repeat(100_000));
    client.send({ type: 'input_audio_buffer.clear' });
    await client.seen('input_audio_buffer.cleared');
    for (let i = 0; i < 200; i += 1) socket.send('{');
    assert.equal((await client.closed)[0], 1008);
    ask(other);
    other.send({ type: 'response.create' });
    assert.equal((await other.seen('response.done')).response.status, 'completed');
  });
});
