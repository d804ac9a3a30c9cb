import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there.';

describe('order of checks: 400 comes before 404 and before any URL is fetched', () => {
  let service: TestService;
  let files: Server;
  let url: string;
  let visits = 0;
  let customer: Customer;
  before(async () => {
    files = createServer((_request, response) => {
      visits += 1;
      response.end(sound(1));
    }).listen(0, '127.0.0.1');
    await new Promise((resolve) => files.once('listening', resolve));
    const place = `127.0.0.1:${(files.address() as AddressInfo).port}`;
    url = `http://${place}/speech.wav`;
    service = await openTestService({ outboundAllow: place });
    customer = await openCustomer(service);
    await (await openAdmin(service)).setPlan(customer, 'starter');
  });
  afterEach(() => forgetRateLimits(service.db));
  after(async () => {
    files.close();
    await service.close();
  });

  const INVALID: Record<string, object> = {
    'an empty text': { text: ' ' },
    'a text that is too long': { text: 'x'.repeat(5_001) },
    'an unknown speech model': { model: 'no-such-model' },
    'an unknown lip-sync model': { video_model: 'no-such-model' },
    'a lip-sync model that the plan does not allow': { video_model: 'vox-visemes' },
    'a private webhook address': { webhook_url: 'http://127.0.0.1/' },
    'invalid markup': { text: 'Wait [pause:1h] for it.' },
    'a text with nothing to speak': { text: '… !!!' },
    'a language that nobody speaks': { language: 'tlh' },
    'a video longer than the plan allows': {
      text: 'word '.repeat(1_000),
      speed: 0.5,
      options: { sync_mode: 'loop' },
    },
  };
  for (const [what, change] of Object.entries(INVALID)) {
    test(`${what}: generate, avatar and batch`, async () => {
      const missing = { text: TEXT, voice_id: 'nobody', avatar_id: 'nobody', ...change };
      assertError(await customer.byKey('POST', '/api/v1/avatar', missing), 400);
      assertError(await customer.byKey('POST', '/api/v1/generate', missing), 400);
      const input = [{ type: 'video', url }];
      const fetched = { text: TEXT, input, ...change };
      assertError(await customer.byKey('POST', '/api/v1/generate', fetched), 400);
      const items = [{ text: TEXT, input }, missing];
      assertError(await customer.byKey('POST', '/api/v1/generate/batch', { items }), 400);
      assert.equal(visits, 0);
    });
  }

  test('speech: an error in the text is reported before an unknown voice', async () => {
    const missing = { voice_id: 'nobody', text: TEXT };
    for (const [change, code] of [
      [{ text: 'Wait [pause:1h] for it.' }, 'invalid_markup'],
      [{ text: '<speak>Hello' }, 'invalid_markup'],
      [{ text: '… !!!' }, 'text_not_speakable'],
      [{ text: 'x'.repeat(5_001) }, 'text_too_long'],
      [{ language: 'tlh' }, 'unsupported_language'],
      [{ pronunciations: { there: '//' } }, 'invalid_pronunciation'],
      [
        { pronunciations: { there: 'far away '.repeat(20) }, text: 'there '.repeat(5) },
        'pronunciations_too_long',
      ],
    ] as const)
      for (const route of ['/api/v1/tts', '/api/v1/tts/stream', '/api/v1/tts/with-timestamps'])
        assertError(await customer.byKey('POST', route, { ...missing, ...change }), 400, code);
    const bad = { ...missing, text: 'Wait [pause:1h] for it.' };
    assertError(await customer.byKey('POST', '/api/v1/generate', { ...bad, taskType: 'tts' }), 400);
    assertError(await customer.byKey('POST', '/api/v1/estimate', { ...bad, kind: 'tts' }), 400);
    const alias = { model: 'tts-1', voice: 'nobody', input: bad.text };
    assert.equal((await customer.byKey('POST', '/v1/audio/speech', alias)).json().code, 'invalid_markup');
    // Only an existing voice can be unable to read a script.
    for (const text of [TEXT, 'こんにちは。'])
      assertError(await customer.byKey('POST', '/api/v1/tts', { ...missing, text }), 404, 'voice_not_found');
  });

  test('a video too long for the plan is reported before an unknown voice or avatar', async () => {
    const long = { text: 'word '.repeat(1_000), speed: 0.5, voice_id: 'nobody', avatar_id: 'nobody' };
    assertError(await customer.byKey('POST', '/api/v1/avatar', long), 400, 'media_too_long');
    assertError(await customer.byKey('POST', '/api/v1/generate', long), 400, 'media_too_long');
    const items = [long];
    assertError(await customer.byKey('POST', '/api/v1/generate/batch', { items }), 400, 'media_too_long');
    assertError(
      await customer.byKey('POST', '/api/v1/estimate', { ...long, kind: 'avatar' }),
      400,
      'media_too_long',
    );
  });

  test('a forbidden URL is reported before a missing asset', async () => {
    const input = [
      { type: 'video', id: 'asset_019b76daa80070008000000000000000' },
      { type: 'audio', url: 'http://169.254.169.254/' },
    ];
    assertError(await customer.byKey('POST', '/api/v1/generate', { input }), 400, 'url_not_allowed');
    const both = [input[0], { type: 'audio', url }];
    assertError(await customer.byKey('POST', '/api/v1/generate', { input: both }), 404, 'asset_not_found');
    assert.equal(visits, 0);
  });

  test('assets and transcription: the fields are checked before the URL is fetched', async () => {
    const asset = (body: object, headers = {}) => customer.byKey('POST', '/api/v1/assets', body, headers);
    assertError(await asset({ url, name: '\u0007' }), 400);
    assertError(await asset({ url }, { 'idempotency-key': '' }), 400, 'invalid_idempotency_key');
    const transcribe = (body: object, query = '') => customer.byKey('POST', `/api/v1/stt${query}`, body);
    assertError(await transcribe({ audio_url: url, language: 'tlh' }), 400, 'unsupported_language');
    assertError(await transcribe({ audio_url: url, task: 'sing' }), 400);
    assertError(await transcribe({ audio_url: url, max_speakers: 99 }), 400);
    assertError(await transcribe({ audio_url: url }, '?format=docx'), 400);
    assert.equal(visits, 0);
    assert.equal((await transcribe({ audio_url: url })).statusCode, 200);
    assert.equal(visits, 1);
  });
});
