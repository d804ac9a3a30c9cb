import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { PRESET_VOICES } from '../../engines/speech/index.ts';
import { openCustomer, stranger } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const MILESTONES = [
  '0.8.0',
  '0.9.0',
  '1.0.0',
  '1.1.0',
  '1.2.0',
  '1.4.5',
  '1.4.6',
  '1.4.8',
  '1.4.9',
  '1.4.10',
];

describe('versioning and the service itself, as the specification lists them', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  after(() => service.close());

  test('5: OpenAPI info.version is 1.0.0', async () => {
    const document = await readDocument(service);
    assert.equal(document.info.version, '1.0.0');
    assert.match(document.openapi, /^3\.1\./);
  });

  test('6: X-Service-Api-Version: 1 on every response under /api/v1/, errors included, and nowhere else', async () => {
    for (const { method, path } of operationsOf(await readDocument(service))) {
      const url = path.replace(/\{\w+\}/g, 'x');
      const { headers } = await service.app.inject({ method: method as 'GET', url });
      assert.equal(headers['x-service-api-version'], path.startsWith('/api/v1/') ? '1' : undefined, path);
    }
    const missing = await stranger(service)('GET', '/api/v1/nothing-here');
    assert.equal(missing.headers['x-service-api-version'], '1');
  });

  test('every response carries X-Request-Id: the client’s own if it is a safe token', async () => {
    for (const { method, path } of operationsOf(await readDocument(service))) {
      const { headers } = await service.app.inject({ method: method as 'GET', url: path });
      assert.match(String(headers['x-request-id']), /^req_[0-9a-f]{32}$/, path);
    }
    const responseWith = async (id: string) =>
      (await stranger(service, { 'x-request-id': id })('GET', '/api/live')).headers['x-request-id'];
    assert.equal(await responseWith('trace-42.a:b'), 'trace-42.a:b');
    for (const id of ['', 'a b', 'ä', 'x'.repeat(129)]) assert.notEqual(await responseWith(id), id);
  });

  test('7 and 8: GET /api/v1/changelog has every milestone and the version policy', async () => {
    const { releases, policy, api_version } = (await stranger(service)('GET', '/api/v1/changelog')).json();
    const versions = releases.map((release: { version: string }) => release.version);
    assert.deepEqual(versions.toReversed(), MILESTONES);
    assert.equal(api_version, '1');
    assert.equal(policy.deprecation_months, 12);
  });

  test('GET /api/me returns user null with 200 when no dashboard session exists', async () => {
    const reply = await stranger(service)('GET', '/api/me');
    assert.deepEqual([reply.statusCode, reply.json()], [200, { user: null }]);
  });

  test('GET /api/me has every wallet field', async () => {
    const { bySession, email, accountId } = await openCustomer(service);
    const { user, csrf_token } = (await bySession('GET', '/api/me')).json();
    const { created_at, ...rest } = user;
    assert.deepEqual(rest, {
      id: accountId,
      email,
      email_verified: true,
      name: '',
      plan: 'free',
      admin: false,
      two_factor_enabled: false,
      webhookUrl: null,
      creditBalanceCents: 0,
      owedCents: 0,
      routingCredits: 50,
      autoTopUpEnabled: false,
      autoTopUpAmountCents: 2_000,
      lowBalanceThresholdCents: 500,
      monthlySpendCapCents: null,
      usageAlertPercents: [],
      autoTopUpMonthlyCapCents: null,
      scheduledPlan: null,
      credits: {
        included: 12_000,
        used: 0,
        remaining: 12_000,
        owed: 0,
        resets_at: '2026-02-01T00:00:00.000Z',
      },
      storage: { assets: 0, bytes: 0, max_assets: 100, max_bytes: 500 * 1024 * 1024 },
    });
    assert.ok(Date.parse(created_at) && csrf_token);
  });

  test('PUT /api/billing/payg-settings keeps what is not sent; PATCH /api/settings sets webhookUrl', async () => {
    const { byKey, bySession } = await openCustomer(service);
    const change = { autoTopUpEnabled: true, monthlySpendCapCents: 1_000 };
    const changed = await byKey('PUT', '/api/billing/payg-settings', change);
    const unchanged = {
      autoTopUpAmountCents: 2_000,
      lowBalanceThresholdCents: 500,
      usageAlertPercents: [],
      autoTopUpMonthlyCapCents: null,
    };
    assert.deepEqual(changed.json(), { ...unchanged, ...change });
    const webhookUrl = 'https://hooks.example.com/vox';
    const set = await bySession('PATCH', '/api/settings', { webhookUrl });
    assert.equal(set.json().webhookUrl, webhookUrl);
    assert.equal((await bySession('GET', '/api/me')).json().user.webhookUrl, webhookUrl);
  });

  test('GET /api/v1/voices: every preset, each with language, gender and a preview', async () => {
    const { byKey } = await openCustomer(service);
    const { voices, designs, listings } = (await byKey('GET', '/api/v1/voices')).json();
    assert.deepEqual([voices.length, designs, listings], [PRESET_VOICES.length, [], []]);
    for (const { source, language, gender, id, preview_url } of voices) {
      assert.ok(source === 'preset' && language && /^(fe)?male$/.test(gender));
      assert.ok(preview_url.endsWith(`/api/v1/voices/${id}/preview`));
    }
  });

  test('GET /metrics counts requests by route, never by URL', async () => {
    await openCustomer(service).then(({ byKey }) => byKey('GET', '/api/v1/voices/secret-name/preview'));
    const { body } = await stranger(service)('GET', '/metrics');
    assert.match(
      body,
      /vox_http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/voices\/:id\/preview"/,
    );
    assert.ok(!body.includes('secret-name'));
  });
});
