import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { GOOD_PASSWORD } from '../../src/tenancy/testing/app.ts';
import { assertError } from '../support/assert-error.ts';
import { openCustomer, stranger } from '../support/customer.ts';
import { METRICS_TOKEN, openTestService } from '../support/test-service.ts';

const SIGN_UP = { action: 'signup', email: 'ann@example.com', password: GOOD_PASSWORD };

test('GET /api/health: 503 when storage, queue or engine is down, and 503 on sign-up when the database is', async (t) => {
  const service = await openTestService();
  t.after(() => service.close());
  const get = stranger(service);
  const checksNow = async () => {
    service.clock.advanceMs(1_000);
    const { statusCode, body } = await get('GET', '/api/health');
    return { statusCode, ...JSON.parse(body) };
  };

  const healthy = await checksNow();
  assert.deepEqual([healthy.statusCode, healthy.status, healthy.checks.database], [200, 'ok', 'ok']);
  assert.ok(['ok', 'missing'].includes(healthy.checks.sandbox), 'says whether files are read in a sandbox');
  const { music, 'sound-effects': effects } = healthy.checks.engines;
  assert.deepEqual([music, effects], ['ok', 'ok']);
  const { models } = (await get('GET', '/api/v1/models')).json();
  const kinds = models.map(({ kind }: { kind: string }) => kind);
  assert.ok(kinds.includes('music') && kinds.includes('sound_effects'));

  const { check } = service.storage;
  service.storage.check = async () => {
    throw new Error('the disk is away');
  };
  const withoutStorage = await checksNow();
  assert.deepEqual([withoutStorage.statusCode, withoutStorage.checks.storage], [503, 'down']);
  service.storage.check = check;

  service.speech.status = () => 'down';
  assert.equal((await checksNow()).checks.engines.speech, 'down');
  service.speech.status = () => 'ready';

  await service.dispatcher.close();
  const withoutQueue = await checksNow();
  assert.deepEqual([withoutQueue.statusCode, withoutQueue.checks.queue], [503, 'down']);

  const { apiKey } = await openCustomer(service);
  await service.database.close();
  const withoutDatabase = await checksNow();
  assert.deepEqual([withoutDatabase.statusCode, withoutDatabase.checks.database], [503, 'down']);
  assert.equal((await get('GET', '/api/live')).statusCode, 200);
  assertError(await get('POST', '/api/auth', SIGN_UP), 503, 'store_unavailable');
  const speaking = await get('GET', '/api/v1/voices', undefined, { authorization: `Bearer ${apiKey}` });
  assertError(speaking, 503, 'store_unavailable');
});

test('GET /api/health: checks at most once a second, and 429 above 300 requests a minute', async (t) => {
  const service = await openTestService();
  t.after(() => service.close());
  const { check } = service.storage;
  let checks = 0;
  service.storage.check = () => {
    checks += 1;
    return check();
  };
  const probe = () => stranger(service)('GET', '/api/health');
  for (let i = 0; i < 300; i += 1) assert.equal((await probe()).statusCode, 200);
  assert.equal(checks, 1);
  const late = await probe();
  assertError(late, 429, 'rate_limited');
  assert.equal(late.headers['retry-after'], '60');
  assert.equal((await stranger(service)('GET', '/api/live')).statusCode, 200);
  service.clock.advanceMs(60_000);
  assert.equal((await probe()).statusCode, 200);
  assert.equal(checks, 2);
});

describe('production', () => {
  test('refuses unpaid demo upgrades with 503, sets Secure cookies, and requires HTTPS for webhooks but not media, and a metrics token', async (t) => {
    const service = await openTestService({ production: true });
    t.after(() => service.close());
    const anybody = stranger(service);
    const { byKey, bySession, figures } = await openCustomer(service);

    const checkout = await byKey('POST', '/api/billing/checkout', { plan: 'creator' });
    assertError(checkout, 503, 'provider_not_configured');
    const topUp = await byKey('POST', '/api/billing/topup', { amountUsd: 5 });
    assertError(topUp, 503, 'provider_not_configured');
    assertError(await byKey('POST', '/api/billing/checkout', { plan: 'gold' }), 400, 'invalid_plan');
    assert.equal((await figures()).creditBalanceCents, 0);

    const signedUp = await anybody('POST', '/api/auth', SIGN_UP);
    assert.equal(signedUp.statusCode, 201, signedUp.body);
    assert.match(String(signedUp.headers['set-cookie']), /HttpOnly; Secure; SameSite=Lax/);

    const insecure = await bySession('PATCH', '/api/settings', { webhookUrl: 'http://hooks.example.com/' });
    assertError(insecure, 400);
    assert.match(insecure.json().error, /https/);

    // Refused for the private host, not for http: the scheme is checked first.
    const source = 'http://127.0.0.1/clip.mp4';
    const input = [{ type: 'video', url: source }];
    for (const reply of [
      await byKey('POST', '/api/v1/stt', { audio_url: source }),
      await byKey('POST', '/api/v1/assets', { url: source }),
      await byKey('POST', '/api/v1/generate', { text: 'Hi.', input }),
    ]) {
      assertError(reply, 400, 'url_not_allowed');
      assert.match(reply.json().error, /public internet/);
    }
    const hook = { text: 'Hi.', avatar_id: 'default', webhook_url: 'http://hooks.example.com/' };
    assert.match((await byKey('POST', '/api/v1/generate', hook)).json().error, /https/);

    assertError(await anybody('GET', '/metrics'), 401, 'metrics_token_invalid');
    const authorization = `Bearer ${METRICS_TOKEN}`;
    const metrics = await anybody('GET', '/metrics', undefined, { authorization });
    assert.equal(metrics.statusCode, 200);
    for (const engine of ['speech', 'transcription', 'music', 'sound-effects'])
      assert.ok(metrics.body.includes(`engine="${engine}"`), engine);
    assert.match(metrics.body, /^vox_media_sandbox [01]$/mu);
  });
});
