import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../platform/config/index.ts';
import { openProviders, PROVIDER_NAMES, PROVIDERS, parseBody } from './index.ts';

const { payments } = parseConfig({});

test('a provider without credentials is absent', () => {
  const providers = openProviders(payments, { publicUrl: 'https://voice.example.com' });
  assert.deepEqual(Object.keys(providers), []);
});

const FOUND = {
  id: 'id-1',
  reference: 'vox-1',
  status: 'paid',
  amountMinor: 1_250,
  currency: 'NGN',
  email: 'ada@example.com',
  plan: null,
  at: new Date(0),
} as const;

for (const name of PROVIDER_NAMES) {
  const { webhook, asking, read } = PROVIDERS[name];

  if (asking)
    test(`${name}: a payment that we asked for reads as a payment event, under the key of the payment`, () => {
      const body = parseBody(JSON.stringify(asking.payloadOf(FOUND)));
      const { dedupeKey, notice } = read(body, payments);
      assert.ok(notice.kind === 'payment');
      assert.equal(dedupeKey, `payment:${notice.paymentId}`);
      assert.deepEqual([notice.reference, notice.whom.email, notice.plan], ['vox-1', FOUND.email, null]);
      const { minor, perUnit, currency, assumed } = notice.paid ?? assert.fail();
      assert.deepEqual([minor, perUnit, currency, assumed], [1_250, 100, 'NGN', false]);
    });

  if (webhook)
    test(`${name}: a delivery is refused as long as the secret is not set`, () => {
      const delivery = { headers: {}, body: Buffer.from('{}'), now: new Date(0), production: true };
      assert.throws(() => webhook.prove(payments, delivery), { code: 'webhook_not_configured' });
    });
}

test('no two providers have the same webhook', () => {
  const paths = PROVIDER_NAMES.flatMap((name) => PROVIDERS[name].webhook?.path ?? []);
  assert.equal(new Set(paths).size, paths.length);
});
