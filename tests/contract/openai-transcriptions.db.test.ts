import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import OpenAI, { toFile } from 'openai';
import { encodeWav } from '../../engines/codec/index.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const SOUND = encodeWav([Float32Array.from({ length: 12_000 }, (_, i) => 0.3 * Math.sin(i / 3))], 8_000);

describe('the official OpenAI client, pointed at this service', () => {
  let service: TestService;
  let customer: Customer;
  let client: OpenAI;
  before(async () => {
    service = await openTestService();
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    customer = await openCustomer(service);
    client = new OpenAI({ apiKey: customer.apiKey, baseURL: `${address}/v1`, maxRetries: 0 });
  });
  after(() => service.close());

  const file = () => toFile(SOUND, 'talk.wav');
  const whisper = { model: 'whisper-1' };

  test('transcriptions.create: json, text, srt and vtt', async () => {
    const { transcriptions } = client.audio;
    const plain = await transcriptions.create({ ...whisper, file: await file(), language: 'en' });
    assert.equal(plain.text, 'Hello there, General.');
    const text = await transcriptions.create({ ...whisper, file: await file(), response_format: 'text' });
    assert.equal(String(text).trim(), 'Hello there, General.');
    const srt = await transcriptions.create({ ...whisper, file: await file(), response_format: 'srt' });
    assert.match(String(srt), /^1\n00:00:00,000 --> /u);
    const vtt = await transcriptions.create({ ...whisper, file: await file(), response_format: 'vtt' });
    assert.match(String(vtt), /^WEBVTT/u);
    assert.equal((await customer.figures()).credits.used, 4 * 10);
  });

  test('our own model names choose the model, OpenAI’s the default; x-model names it', async () => {
    const { transcriptions } = client.audio;
    const used = async (model: string) => {
      const { response } = await transcriptions.create({ model, file: await file() }).withResponse();
      return [service.transcription.lastRequest?.model, response.headers.get('x-model')];
    };
    assert.deepEqual(await used('moonshine-tiny'), ['moonshine-tiny', 'moonshine-tiny']);
    assert.deepEqual(await used('gpt-4o-transcribe'), [undefined, 'whisper-base']);
    await assert.rejects(used('whisper-small'), OpenAI.InternalServerError);
  });

  test('verbose_json has segments, and words on request', async () => {
    const verbose = await client.audio.transcriptions.create({
      ...whisper,
      file: await file(),
      response_format: 'verbose_json',
      timestamp_granularities: ['word'],
    });
    assert.deepEqual([verbose.language, Number(verbose.duration)], ['english', 1.5]);
    assert.equal(verbose.segments?.[0]?.text, 'Hello there, General.');
    assert.deepEqual(verbose.words?.[0], { word: 'Hello', start: 0, end: 0.3 });
  });

  test('stream: true sends the official events, whatever the model name', async () => {
    for (const model of ['gpt-4o-transcribe', 'gpt-4o-mini-transcribe', 'whisper-1']) {
      const before = (await customer.figures()).credits.used;
      const stream = await client.audio.transcriptions.create({ model, file: await file(), stream: true });
      const events = [];
      for await (const event of stream) events.push(event);
      const deltas = events.flatMap((event) => (event.type === 'transcript.text.delta' ? [event.delta] : []));
      assert.equal(deltas.join(''), 'Hello there, General.');
      const last = events.at(-1);
      assert.ok(last?.type === 'transcript.text.done');
      assert.equal(last.text, 'Hello there, General.');
      assert.equal((await customer.figures()).credits.used, before + 10);
    }
  });

  test('verbose_json segments have every field that clients require; both granularities can be combined', async () => {
    const verbose = await client.audio.transcriptions.create({
      ...whisper,
      file: await file(),
      response_format: 'verbose_json',
      timestamp_granularities: ['word', 'segment'],
    });
    assert.equal(verbose.words?.length, 3);
    const { avg_logprob, compression_ratio, ...segment } = verbose.segments?.[0] ?? {};
    assert.deepEqual(segment, {
      id: 0,
      seek: 0,
      start: 0,
      end: 0.9,
      text: 'Hello there, General.',
      tokens: [],
      temperature: 0,
      no_speech_prob: 0,
    });
    assert.ok(Math.abs(Number(avg_logprob) - Math.log(0.9)) < 1e-9);
    assert.ok(Number(compression_ratio) > 0);
  });

  test('translations.create translates to English', async () => {
    const { text } = await client.audio.translations.create({ ...whisper, file: await file() });
    assert.equal(text, 'Hello there, General.');
    assert.deepEqual(
      [service.transcription.lastRequest?.task, service.transcription.lastRequest?.language],
      ['translate', undefined],
    );
  });

  test('errors arrive as the client’s own classes', async () => {
    const failing = client.audio.transcriptions.create({ model: 'no-such-model', file: await file() });
    await assert.rejects(failing, (error) => {
      assert.ok(error instanceof OpenAI.BadRequestError);
      assert.match(error.message, /whisper-1, .*gpt-4o-transcribe, gpt-4o-mini-transcribe/);
      return true;
    });
    service.transcription.behaviour = 'no speech';
    const silent = client.audio.transcriptions.create({ ...whisper, file: await file() });
    await assert.rejects(silent, OpenAI.UnprocessableEntityError);
    const stranger = new OpenAI({ apiKey: 'sk_live_wrong', baseURL: client.baseURL, maxRetries: 0 });
    const refused = stranger.audio.transcriptions.create({ ...whisper, file: await file() });
    await assert.rejects(refused, OpenAI.AuthenticationError);
  });
});
