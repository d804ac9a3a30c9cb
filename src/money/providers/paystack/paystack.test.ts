import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../../platform/config/index.ts';
import { openProviders } from '../index.ts';
import { openFakeServer } from '../testing/fake-server.ts';
import { isProviderFailed, orderOf, railContract, signal } from '../testing/rail-contract.ts';
import { fakePaystack } from './testing.ts';

railContract({
  name: 'paystack',
  fake: fakePaystack({ secretKey: 'sk_b' }),
  settings: (url) => ({ PROVB_SECRET_KEY: 'sk_b', PROVB_API_URL: url }),
  amount: 1_250,
});

test('a page that is no web address is refused', async () => {
  const server = await openFakeServer(() => ({
    body: { status: true, data: { authorization_url: 'javascript:alert(1)', access_code: 'x' } },
  }));
  const { payments } = parseConfig({ PROVB_SECRET_KEY: 'sk', PROVB_API_URL: server.url });
  const { paystack } = openProviders(payments, { publicUrl: 'https://voice.example.com' });
  assert.ok(paystack);
  await assert.rejects(paystack.openPage(orderOf('vox-6'), signal), isProviderFailed);
  await server.close();
});
