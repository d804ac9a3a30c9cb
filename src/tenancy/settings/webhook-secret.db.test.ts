import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { sql } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import { testSealing } from '../../platform/sealing/testing.ts';
import { openTenancy, type TestTenancy } from '../testing/app.ts';
import { signUpBrowser } from '../testing/browser.ts';
import { readSendingRules } from './index.ts';

const DAY_MS = 24 * 3_600_000;

describe('the secret that signs events', () => {
  let tenancy: TestTenancy;
  let owner: Awaited<ReturnType<typeof signUpBrowser>>;
  before(async () => {
    tenancy = await openTenancy();
  });
  beforeEach(async () => {
    owner = await signUpBrowser(tenancy, `${uuidv7()}@example.com`);
  });
  after(() => tenancy.close());

  const patch = (body: object) => owner.browser.call('PATCH', '/api/settings', body);
  const rotate = async (headers = {}): Promise<string> => {
    const reply = await owner.browser.call('POST', '/api/settings/webhook-secret', undefined, headers);
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json().webhookSecret;
  };
  const rules = () => readSendingRules({ ...tenancy, sealing: testSealing }, owner.accountId);

  test('409: signing without a secret; with one it can be turned on and off', async () => {
    const refused = await patch({ webhookSigning: true });
    assert.deepEqual([refused.statusCode, refused.json().code], [409, 'webhook_secret_missing']);
    const secret = await rotate();
    assert.deepEqual((await rules()).secrets, []);
    const on = (await patch({ webhookSigning: true })).json();
    assert.equal(on.webhookSecretCreatedAt, tenancy.clock.now().toISOString());
    assert.deepEqual((await rules()).secrets, [secret]);
    await patch({ webhookSigning: false });
    assert.deepEqual((await rules()).secrets, []);
  });

  test('a replaced secret signs alongside the new one for a day, and no longer', async () => {
    const first = await rotate();
    await patch({ webhookSigning: true });
    const second = await rotate();
    assert.notEqual(first, second);
    assert.deepEqual((await rules()).secrets, [second, first]);
    tenancy.clock.advanceMs(DAY_MS);
    assert.deepEqual((await rules()).secrets, [second]);
  });

  test('a repeat with the same Idempotency-Key gets the first secret, and pushes none out', async () => {
    const first = await rotate();
    await patch({ webhookSigning: true });
    const second = await rotate({ 'idempotency-key': 'again' });
    assert.equal(await rotate({ 'idempotency-key': 'again' }), second);
    assert.deepEqual((await rules()).secrets, [second, first]);
  });

  test('is 32 random bytes, shown once and not readable at rest', async () => {
    const secret = await rotate();
    assert.match(secret, /^whsec_[A-Za-z0-9+/]{43}=$/);
    assert.ok(!(await owner.browser.call('GET', '/api/settings')).body.includes(secret));
    assert.ok(!(await owner.browser.call('GET', '/api/me')).body.includes('whsec_'));
    const { rows } = await sql<{ sealed: string }>`
      SELECT encode(webhook_secret_sealed, 'escape') AS sealed FROM accounts
      WHERE webhook_secret_sealed IS NOT NULL`.execute(tenancy.db);
    assert.ok(rows.length > 0 && rows.every(({ sealed }) => !sealed.includes(secret)));
  });
});
