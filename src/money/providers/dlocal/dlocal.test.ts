import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../../platform/config/index.ts';
import { openProviders } from '../index.ts';
import { openFakeServer } from '../testing/fake-server.ts';
import { orderOf, railContract, signal } from '../testing/rail-contract.ts';
import { fakeDlocal } from './testing.ts';

railContract({
  name: 'dlocal',
  fake: fakeDlocal({ login: 'in', transKey: 'key', secretKey: 'sk_d' }),
  settings: (url) => ({
    PROVD_LOGIN: 'in',
    PROVD_TRANS_KEY: 'key',
    PROVD_SECRET_KEY: 'sk_d',
    PROVD_API_URL: url,
  }),
  amount: 12.5,
});

test('dLocal finds a payment by its own id, with the address of the payer', async () => {
  const fake = fakeDlocal({ login: 'in', transKey: 'key', secretKey: 'sk_d' });
  const server = await openFakeServer(fake.answer);
  const { payments } = parseConfig({
    PROVD_LOGIN: 'in',
    PROVD_TRANS_KEY: 'key',
    PROVD_SECRET_KEY: 'sk_d',
    PROVD_API_URL: server.url,
  });
  const { dlocal } = openProviders(payments, { publicUrl: 'https://voice.example.com' });
  assert.ok(dlocal);
  const { sessionId } = await dlocal.openPage(orderOf('vox-5'), signal);
  const found = await dlocal.findPayment(sessionId, signal);
  assert.deepEqual([found?.id, found?.reference, found?.email], [sessionId, 'vox-5', 'ada@example.com']);
  await server.close();
});
