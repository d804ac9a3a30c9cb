import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI, { APIError } from 'openai';
import { openAdmin, openCustomer } from '../../main/testing/customer.ts';
import { listening } from '../../main/testing/leave-early.ts';
import { openTestService, type TestService } from '../../main/testing/test-service.ts';

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

  test('speaks in every format, MP3 unless asked, and charges the characters', async () => {
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

  test('knows the six voices by their names, presets by their ids, and the speed', async () => {
    const { openai } = await openClient();
    const spokenBy = async (voice: string, more: object = {}) => {
      await (await openai.audio.speech.create({ ...SPEECH, voice, ...more })).arrayBuffer();
      return service.speech.lastRequest?.voiceId;
    };
    assert.deepEqual(
      [await spokenBy('alloy'), await spokenBy('onyx'), await spokenBy('shimmer'), await spokenBy('bf_emma')],
      ['af_alloy', 'am_onyx', 'af_bella', 'bf_emma'],
    );
    await spokenBy('nova', { speed: 1.25, model: 'tts-1-hd' });
    assert.equal(service.speech.lastRequest?.speed, 1.25);
  });

  test('gets errors in the shape that it reads', async () => {
    const { openai, customer, baseURL } = await openClient();
    const speak = (change: object) => openai.audio.speech.create({ ...SPEECH, ...change });
    await failsWith(speak({ input: '' }), 400, 'text_required', 'invalid_request_error');
    await failsWith(speak({ model: 'gpt-9' }), 400, 'invalid_request', 'invalid_request_error');
    await failsWith(speak({ voice: 'nobody' }), 404, 'voice_not_found', 'not_found_error');
    await failsWith(speak({ stream_format: 'sse' }), 400, 'invalid_request', 'invalid_request_error');
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
