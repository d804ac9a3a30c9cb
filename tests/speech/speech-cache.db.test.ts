import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { cacheKey, createSpeechCache } from '../../src/media/speech-cache/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { assertError } from '../support/assert-error.ts';
import { HELLO, HELLO_CREDITS, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PCM_BYTES = 4_800;

describe('the speech cache', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  const cacheOf = (reply: { headers: Record<string, unknown> }) => reply.headers['x-cache'];
  const cacheWith = (maxBytes: number) =>
    createSpeechCache({ ...service, log: silentLog, sampleRate: 24_000, maxBytes });

  test('serves the same audio in every format, for the same price', async () => {
    const customer = await openCustomer(service);
    const first = await customer.speak({ format: 'pcm' });
    const again = await customer.speak({ format: 'pcm' });
    assert.deepEqual([cacheOf(first), cacheOf(again)], ['miss', 'hit']);
    assert.ok(again.rawPayload.equals(first.rawPayload));
    assert.equal(cacheOf(await customer.speak({ format: 'flac' })), 'hit');
    assert.equal((await customer.figures()).credits.used, 3 * HELLO_CREDITS);
  });

  test('is keyed by everything that decides how speech sounds, and by nothing else', async () => {
    const speaker = await presetSpeaker('af_heart');
    const request = { text: 'Hi.', voiceId: 'af_heart' };
    const key = (change: object, account = 'a', model = 'm', mark = 'k') =>
      cacheKey(account, { model, mark }, { ...request, ...change });
    assert.equal(key({}), key({ speed: 1, language: undefined }));
    const others = [
      key({ text: 'Hi!' }),
      key({ voiceId: 'am_adam' }),
      key({ speed: 1.5 }),
      key({ language: 'en-gb' }),
      key({ pronunciations: { hi: 'ho' } }),
      key({ speaker }),
      key({ speaker: { ...speaker, f0Scale: 1.1 } }),
      key({ speaker: { ...speaker, style: speaker.style.map((x) => x + 0.01) } }),
      key({ speaker }, 'b'),
      key({}, 'b'),
      key({}, 'a', 'm', 'another mark'),
      key({}, 'a', 'n'),
    ];
    assert.equal(new Set([key({}), ...others]).size, others.length + 1);
  });

  test('a composed and a decomposed letter are the same text', async () => {
    const customer = await openCustomer(service);
    await customer.speak({ text: 'Caf\u00e9.' });
    assert.equal(cacheOf(await customer.speak({ text: 'Cafe\u0301.' })), 'hit');
  });

  test('beyond the cap the least recently used go first', async () => {
    const customer = await openCustomer(service);
    for (const text of ['One.', 'Two.', 'Three.']) {
      service.clock.advanceMs(120_000);
      await customer.speak({ text });
    }
    service.clock.advanceMs(120_000);
    await customer.speak({ text: 'One.' });
    const evicted = await cacheWith(2 * PCM_BYTES).evict();
    assert.ok(evicted >= 1);
    for (const [text, cache] of [
      ['One.', 'hit'],
      ['Three.', 'hit'],
      ['Two.', 'miss'],
    ]) {
      assert.equal(cacheOf(await customer.speak({ text })), cache, text);
    }
  });

  for (const [folder, format] of [
    ['history', 'wav'],
    ['speech-cache', 'flac'],
  ] as const) {
    test(`synthesizes again when an object in ${folder} is missing or incomplete`, async () => {
      const customer = await openCustomer(service);
      const say = async () => cacheOf(await customer.speak({ text: 'Lost.', format }));
      await say();
      for await (const key of service.storage.list(folder)) await service.storage.delete(key);
      assert.equal(await say(), 'miss');
      for await (const key of service.storage.list(folder))
        await service.storage.put(key, Buffer.alloc(10), { contentType: 'audio/pcm' });
      assert.equal(await say(), 'miss');
      assert.equal(await say(), 'hit');
    });
  }

  test('a call that cannot be paid leaves no cached file open, and costs nothing', async () => {
    const customer = await openCustomer(service);
    await customer.speak();
    await (await openAdmin(service)).leave(customer, 0);
    const { get: working } = service.storage;
    const opened: Readable[] = [];
    service.storage.get = async (key, options) => {
      const found = await working(key, options);
      if (found) opened.push(found.body);
      return found;
    };
    const used = (await customer.figures()).credits.used;
    assertError(await customer.speak(), 402);
    assertError(await customer.byKey('POST', '/api/v1/tts/stream', HELLO), 402);
    service.storage.get = working;
    assert.deepEqual(
      opened.map(({ destroyed }) => destroyed),
      [true, true],
    );
    assert.equal((await customer.figures()).credits.used, used);
  });

  test('a failing store does not affect the audio', async () => {
    const customer = await openCustomer(service);
    const { put: working } = service.storage;
    service.storage.put = () => Promise.reject(new Error('no room'));
    const reply = await customer.speak({ text: 'No room.' });
    service.storage.put = working;
    assert.equal(reply.statusCode, 200);
    assert.equal(reply.rawPayload.subarray(0, 4).toString(), 'RIFF');
    const { generations } = (await customer.byKey('GET', '/api/v1/history')).json();
    assert.equal(generations[0].audio_url, null);
  });
});
