import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { until } from '../../src/platform/testing/until.ts';
import { openAdmin, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const SPEECH = { model: 'tts-1', voice: 'alloy', input: 'One two. Three four.' } as const;

describe('OpenAI’s own client, pointed at this server', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  async function openClient() {
    const customer = await openCustomer(service);
    const baseURL = `http://127.0.0.1:${await listening(service)}/v1`;
    return { customer, openai: new OpenAI({ apiKey: customer.apiKey, baseURL, maxRetries: 0 }), baseURL };
  }

  const failsWith = (call: PromiseLike<unknown>, status: number, code: string, type: string) =>
    assert.rejects(
      async () => call,
      (error) => {
        assert.ok(error instanceof APIError, String(error));
        assert.deepEqual([error.status, error.code, error.type], [status, code, type]);
        assert.ok(error.requestID);
        return true;
      },
    );

  test('speaks in every format, MP3 by default, and charges the characters', async () => {
    const { openai, customer } = await openClient();
    const types = { opus: 'opus', aac: 'aac', flac: 'flac', wav: 'wav', pcm: 'pcm', mp3: 'mpeg' } as const;
    const byDefault = await openai.audio.speech.create(SPEECH);
    assert.equal(byDefault.headers.get('content-type'), 'audio/mpeg');
    assert.ok((await byDefault.arrayBuffer()).byteLength > 1_000);
    for (const [format, type] of Object.entries(types)) {
      const response_format = format as keyof typeof types;
      const reply = await openai.audio.speech.create({ ...SPEECH, response_format });
      assert.equal(reply.headers.get('content-type'), `audio/${type}`);
      assert.ok((await reply.arrayBuffer()).byteLength > 0, format);
    }
    assert.equal((await customer.figures()).credits.used, 7 * SPEECH.input.length);
  });

  test('streams: the first sentence arrives before the second is spoken', async () => {
    const { openai } = await openClient();
    const gate = Promise.withResolvers<void>();
    service.speech.beforeChunk = (index) => (index > 0 ? gate.promise : Promise.resolve());
    const reply = await openai.audio.speech.create({
      ...SPEECH,
      response_format: 'pcm',
      stream_format: 'audio',
    });
    const reader = reply.body?.getReader();
    assert.ok((await reader?.read())?.value?.byteLength);
    gate.resolve();
    while (!(await reader?.read())?.done);
    service.speech.beforeChunk = null;
  });

  test('knows OpenAI’s voices by their names, presets by their ids, and the speed', async () => {
    const { openai } = await openClient();
    const spokenBy = async (voice: string, more: object = {}) => {
      const request = { ...SPEECH, response_format: 'pcm', voice, ...more } as const;
      await (await openai.audio.speech.create(request)).arrayBuffer();
      return service.speech.lastRequest?.voiceId;
    };
    assert.deepEqual(
      [await spokenBy('alloy'), await spokenBy('onyx'), await spokenBy('shimmer'), await spokenBy('bf_emma')],
      ['af_alloy', 'am_onyx', 'af_bella', 'bf_emma'],
    );
    const names = ['alloy', 'ash', 'ballad', 'coral', 'echo', 'fable', 'onyx', 'nova', 'sage', 'shimmer'];
    const presets = new Set<string | undefined>();
    for (const name of [...names, 'verse', 'marin', 'cedar'])
      presets.add(await spokenBy(name, { input: `I am ${name}.` }));
    assert.equal(presets.size, 13, 'each is a voice of its own');
    assert.ok(service.speech.voices.filter(({ id }) => presets.has(id)).length === 13);
    const custom = { id: 'bf_emma' };
    assert.equal(await spokenBy('', { voice: custom, input: 'I am Emma.' }), 'bf_emma');
    await spokenBy('nova', { speed: 1.25, model: 'tts-1-hd' });
    assert.equal(service.speech.lastRequest?.speed, 1.25);
  });

  const eventsIn = async (reply: Response): Promise<Record<string, unknown>[]> =>
    (await reply.text())
      .split('\n\n')
      .filter((block) => block !== '')
      .map((block) => JSON.parse(block.replace(/^data: /, '')));
  const usage = { input_tokens: 20, output_tokens: 0, total_tokens: 20 };

  test('stream_format sse: the official events, whose audio is that of the plain stream', async () => {
    const { openai, customer } = await openClient();
    const request = {
      ...SPEECH,
      model: 'gpt-4o-mini-tts',
      response_format: 'pcm',
      instructions: 'Whisper.',
    } as const;
    const plain = Buffer.from(await (await openai.audio.speech.create(request)).arrayBuffer());
    const reply = await openai.audio.speech.create({ ...request, stream_format: 'sse' });
    assert.match(reply.headers.get('content-type') ?? '', /^text\/event-stream/);
    const events = await eventsIn(reply);
    const deltas = events.slice(0, -1);
    assert.ok(deltas.length > 0 && deltas.every(({ type }) => type === 'speech.audio.delta'));
    const audio = Buffer.concat(deltas.map((event) => Buffer.from(String(event.audio), 'base64')));
    assert.ok(audio.equals(plain));
    assert.deepEqual(events.at(-1), { type: 'speech.audio.done', usage });
    assert.equal((await customer.figures()).credits.used, 2 * SPEECH.input.length);
  });

  test('stream_format sse with an Idempotency-Key: made once, charged once, the same events again', async () => {
    const { openai, customer } = await openClient();
    const send = () =>
      openai.audio.speech.create(
        { ...SPEECH, stream_format: 'sse' },
        { headers: { 'idempotency-key': 'sse' } },
      );
    const first = await send();
    const again = await send();
    assert.equal(again.headers.get('idempotent-replayed'), 'true');
    const events = await eventsIn(first);
    assert.deepEqual(await eventsIn(again), events);
    assert.deepEqual(events.at(-1), { type: 'speech.audio.done', usage });
    assert.equal((await customer.figures()).credits.used, SPEECH.input.length);
  });

  test('stream_format sse cut off by the client: charged for what was made', async () => {
    const { openai, customer } = await openClient();
    const gate = Promise.withResolvers<void>();
    service.speech.beforeChunk = (index) => (index > 0 ? gate.promise : Promise.resolve());
    const input = 'One two. Three four. Five six.';
    const reply = await openai.audio.speech.create({ ...SPEECH, input, stream_format: 'sse' });
    const reader = reply.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    // Synthesis stops though nothing lets it go on.
    await until(() => service.speech.running === 0);
    gate.resolve();
    service.speech.beforeChunk = null;
    const { credits } = await until(customer.figures, ({ credits: { used } }) => used !== input.length);
    assert.ok(credits.used > 0 && credits.used < input.length, String(credits.used));
  });

  test('gets errors in the shape that it reads', async () => {
    const { openai, customer, baseURL } = await openClient();
    const speak = (change: object) => openai.audio.speech.create({ ...SPEECH, ...change });
    await failsWith(speak({ input: '' }), 400, 'text_required', 'invalid_request_error');
    await failsWith(speak({ model: 'gpt-9' }), 400, 'unknown_model', 'invalid_request_error');
    await assert.rejects(
      async () => speak({ model: 'gpt-9' }),
      (error) => error instanceof APIError && /tts-1.*gpt-4o-mini-tts.*kokoro-82m/.test(error.message),
    );
    await failsWith(speak({ voice: 'nobody' }), 404, 'voice_not_found', 'not_found_error');
    await failsWith(speak({ stream_format: 'xml' }), 400, 'invalid_request', 'invalid_request_error');
    const admin = await openAdmin(service);
    await admin.leave(customer, 3);
    await failsWith(speak({}), 402, 'quota_exhausted', 'insufficient_quota');
    const nobody = new OpenAI({ apiKey: 'sk_live_none', baseURL, maxRetries: 0 });
    await failsWith(nobody.audio.speech.create(SPEECH), 401, 'unauthorized', 'authentication_error');
    await failsWith(nobody.models.list(), 401, 'unauthorized', 'authentication_error');
  });

  test('lists the models', async () => {
    const { openai } = await openClient();
    const ids: string[] = [];
    for await (const model of openai.models.list()) ids.push(model.id);
    for (const id of ['tts-1', 'tts-1-hd', 'kokoro-82m']) assert.ok(ids.includes(id), id);
    assert.equal((await openai.models.retrieve('tts-1')).object, 'model');
    await failsWith(openai.models.retrieve('gpt-9'), 404, 'model_not_found', 'not_found_error');
  });
});
