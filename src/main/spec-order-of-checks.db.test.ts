import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, afterEach, before, describe, test } from 'node:test';
import { assertError } from './testing/assert-error.ts';
import { type Customer, openAdmin, openCustomer } from './testing/customer.ts';
import { sound } from './testing/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from './testing/test-service.ts';

const TEXT = 'Hello there.';

describe('order of checks: 400 comes before 404 and before any address is fetched', () => {
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

  test('an address that may not be fetched, before an asset that is not there', async () => {
    const input = [
      { type: 'video', id: 'asset_019b76daa80070008000000000000000' },
      { type: 'audio', url: 'http://169.254.169.254/' },
    ];
    assertError(await customer.byKey('POST', '/api/v1/generate', { input }), 400, 'url_not_allowed');
    const both = [input[0], { type: 'audio', url }];
    assertError(await customer.byKey('POST', '/api/v1/generate', { input: both }), 404, 'asset_not_found');
    assert.equal(visits, 0);
  });

  test('assets and transcription: the fields are judged before the address is visited', async () => {
    const asset = (body: object, headers = {}) => customer.byKey('POST', '/api/v1/assets', body, headers);
    assertError(await asset({ url, name: '\u0007' }), 400);
    assertError(await asset({ url }, { 'idempotency-key': '' }), 400, 'invalid_idempotency_key');
    const hear = (body: object, query = '') => customer.byKey('POST', `/api/v1/stt${query}`, body);
    assertError(await hear({ audio_url: url, language: 'tlh' }), 400, 'unsupported_language');
    assertError(await hear({ audio_url: url, task: 'sing' }), 400);
    assertError(await hear({ audio_url: url, max_speakers: 99 }), 400);
    assertError(await hear({ audio_url: url }, '?format=docx'), 400);
    assert.equal(visits, 0);
    assert.equal((await hear({ audio_url: url })).statusCode, 200);
    assert.equal(visits, 1);
  });
});
