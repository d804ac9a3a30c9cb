import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { type Admin, HELLO, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { postForm } from '../support/post-form.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('errors, as the specification lists them', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  test('400: empty text', async () => {
    const { speak } = await openCustomer(service);
    assertError(await speak({ text: '' }), 400, 'text_required');
    assertError(await speak({ text: ' \n\t' }), 400, 'text_required');
    assertError(await speak({ text: undefined }), 400, 'invalid_request');
    assertError(await speak({ text: '…!? 🙂' }), 400, 'text_not_speakable');
  });

  test('400: invalid plan at checkout', async () => {
    const { byKey } = await openCustomer(service);
    for (const plan of ['gold', 'suspended', '', '__proto__', 'Free']) {
      assertError(await byKey('POST', '/api/billing/checkout', { plan }), 400, 'invalid_plan');
    }
  });

  test('400: missing voice_id where required', async () => {
    const { speak } = await openCustomer(service);
    const reply = await speak({ voice_id: undefined });
    assertError(reply, 400, 'invalid_request');
    assert.deepEqual(reply.json().detail, [{ path: 'body.voice_id', message: 'is required' }]);
  });

  test('400: malformed upload, body or media type, even where HTTP has a finer status', async () => {
    const { byKey } = await openCustomer(service);
    const post = (body: string, type = 'application/json') =>
      byKey('POST', '/api/v1/tts', body, { 'content-type': type });
    assertError(await post('{"text":'), 400, 'invalid_request');
    assertError(await post('[]'), 400, 'invalid_request');
    assertError(await post('null'), 400, 'invalid_request');
    assertError(await post('{}', 'text/plain'), 400, 'unsupported_media_type');
    assertError(await post('--x', 'multipart/form-data; boundary=x'), 400);
    assertError(
      await post(JSON.stringify({ ...HELLO, text: 'a'.repeat(1.5 * 1024 ** 2) })),
      400,
      'upload_too_large',
    );
  });

  test('400: the error names the allowed values of a field, in JSON, a query and a form', async () => {
    const customer = await openCustomer(service);
    const { byKey, bySession } = customer;
    const task = /taskType must be one of .*lip_sync.*unified/u;
    const attempts: [RegExp, Promise<{ json(): { error: string; detail?: { message: string }[] } }>][] = [
      [task, byKey('POST', '/api/v1/generate', { text: 'Hi.', taskType: 'sing' })],
      [
        /options\.sync_mode must be one of cut_off, loop, bounce, silence, remap/u,
        byKey('POST', '/api/v1/generate', { text: 'Hi.', options: { sync_mode: 'x' } }),
      ],
      [
        /sync_mode must be one of cut_off, loop, bounce, silence, remap/u,
        postForm(customer, '/api/v1/generate', { text: 'Hi.', sync_mode: 'x' }),
      ],
      [task, postForm(customer, '/api/v1/generate', { text: 'Hi.', taskType: 'sing' })],
      [/format must be one of wav, mp3, /u, customer.speak({ format: 'docx' })],
      [/action must be one of signup, signin, .*signout/u, bySession('POST', '/api/auth', { action: 'x' })],
      [/sort must be one of /u, byKey('GET', '/api/v1/voices/community?sort=x')],
      [/status must be one of queued, processing/u, byKey('GET', '/api/v1/jobs?status=x')],
      [/group_by must be one of day, unit, key, voice/u, bySession('GET', '/api/usage?group_by=x')],
    ];
    for (const [expected, attempt] of attempts) {
      const { error, detail = [] } = (await attempt).json();
      assert.match(error, expected);
      assert.ok(detail.length <= 2, JSON.stringify(detail));
    }
  });

  test('400: malformed JSON is reported with its line and column', async () => {
    const { byKey } = await openCustomer(service);
    const post = async (body: string) => (await byKey('POST', '/api/v1/tts', body)).json().error;
    assert.equal(await post('{\n  "text": "Hi.",\n}'), 'The body is not valid JSON: see line 3, column 1.');
    assert.equal(await post('{"text":'), 'The body is not valid JSON: see line 1, column 9.');
  });

  test('400: an unknown model, language or format, or a speed out of range', async () => {
    const { speak } = await openCustomer(service);
    assertError(await speak({ model: 'no-such-model' }), 400, 'unknown_model');
    assertError(await speak({ language: 'tlh' }), 400, 'unsupported_language');
    assertError(await speak({ text: 'Привет' }), 400, 'unsupported_language');
    assertError(await speak({ speed: 2.01 }), 400);
    assertError(await speak({ format: 'ogg' }), 400);
  });

  test('400: a limit that is not a number from 1 to 100, infinity included', async () => {
    const { bySession } = await openCustomer(service);
    for (const limit of ['0', '101', '1.5', 'x', '', 'Infinity', '-1e999']) {
      assertError(await bySession('GET', `/api/keys?limit=${limit}`), 400, 'invalid_request');
    }
    assertError(await bySession('GET', '/api/keys?cursor=made-up'), 400, 'invalid_cursor');
  });

  test('401: missing or invalid API key', async () => {
    const reply = await stranger(service)('POST', '/api/v1/tts', HELLO);
    assertError(reply, 401, 'unauthorized');
    assert.match(reply.json().error, /^Unauthorized: Missing or invalid API key/);
  });

  test('402: character quota exhausted, with the usage figures', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 5);
    const reply = await customer.speak();
    assertError(reply, 402, 'quota_exhausted');
    assert.match(reply.json().error, /needs 12 credits.* 5 remain/);
  });

  test('402: prepaid balance at zero when the monthly quota is exceeded', async () => {
    const customer = await openCustomer(service);
    await customer.byKey('POST', '/api/billing/topup', { amountUsd: 5 });
    await admin.adjust(customer, { cents: -500 });
    await admin.leave(customer, 0);
    assertError(await customer.speak(), 402, 'balance_exhausted');
  });

  test('402: the monthly spend cap is reached', async () => {
    const customer = await openCustomer(service);
    await customer.byKey('POST', '/api/billing/topup', { amountUsd: 5 });
    await customer.byKey('PUT', '/api/billing/payg-settings', { monthlySpendCapCents: 0 });
    await admin.leave(customer, 0);
    assertError(await customer.speak(), 402, 'spend_cap_reached');
  });

  test('403: admin-only surfaces', async () => {
    const { bySession } = await openCustomer(service);
    assertError(await bySession('GET', '/api/admin/users'), 403, 'admin_only');
  });

  test('404: unknown voice, key, account or route', async () => {
    const { byKey, bySession, speak } = await openCustomer(service);
    const nobody = '019b76da-a800-7000-8000-000000000000';
    assertError(await speak({ voice_id: nobody }), 404, 'voice_not_found');
    assertError(await byKey('GET', '/api/v1/voices/nobody/preview'), 404, 'voice_not_found');
    assertError(await bySession('DELETE', `/api/keys/${nobody}`), 404, 'api_key_not_found');
    assertError(await admin.call('PATCH', `/api/admin/users/${nobody}`, { plan: 'free' }), 404);
    assertError(await byKey('GET', '/api/v1/no-such-thing'), 404, 'route_not_found');
  });

  test('404: the key of another account, which stays valid', async () => {
    const mine = await openCustomer(service);
    const theirs = await openCustomer(service);
    const listed = await theirs.bySession('GET', '/api/keys');
    const [key] = listed.json<{ keys: { id: string }[] }>().keys;
    assertError(await mine.bySession('DELETE', `/api/keys/${key?.id}`), 404, 'api_key_not_found');
    assert.equal((await theirs.byKey('GET', '/api/v1/voices')).statusCode, 200);
  });

  test('502: inference service down', async () => {
    const { speak } = await openCustomer(service);
    service.speech.behaviour = 'killed';
    try {
      assertError(await speak(), 502, 'engine_unavailable');
    } finally {
      service.speech.behaviour = 'speak';
    }
    assert.equal((await speak()).statusCode, 200, 'the next call works');
  });

  test('order of checks: 401, 429, 400, 404, 402', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 0);
    const unknownVoice = { voice_id: 'nobody' };
    const noText = { voice_id: 'nobody', text: '' };
    assertError(await customer.speak(noText, { authorization: 'Bearer x' }), 401);
    assertError(await customer.speak(noText), 400);
    assertError(await customer.speak(unknownVoice), 404);
    assertError(await customer.speak(), 402);
    for (let hit = 3; hit < 60; hit += 1) assertError(await customer.speak(noText), 400);
    assertError(await customer.speak(noText), 429);
    assertError(await customer.speak(noText, { authorization: 'Bearer x' }), 401);
  });
});
