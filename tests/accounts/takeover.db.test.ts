import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from '../../src/platform/database/index.ts';
import { openSmtpServer } from '../../src/platform/mail/testing/smtp.ts';
import { stranger } from '../support/customer.ts';
import { openTestService } from '../support/test-service.ts';

const IDENTITY = { legal_name: 'A Stranger', country: 'gb', document_id: 'P1234567' };

test('a takeover ends what would charge or pay the stranger who signed up', async (t) => {
  const smtp = await openSmtpServer();
  const service = await openTestService({ smtpUrl: smtp.url });
  t.after(async () => {
    await service.close();
    await smtp.close();
  });
  const call = stranger(service);
  const signUp = { action: 'signup', email: 'victim@example.com', password: 'plum tractor eleven sonnets' };
  const { api_key: key, user } = (await call('POST', '/api/auth', signUp)).json();
  const byKey = stranger(service, { authorization: `Bearer ${key}` });
  const payg = await byKey('PUT', '/api/billing/payg-settings', { autoTopUpEnabled: true });
  assert.equal(payg.statusCode, 200, payg.body);
  const identity = await byKey('POST', '/api/v1/seller/verification', IDENTITY);
  assert.ok(identity.statusCode < 300, identity.body);

  await service.mailer?.idle();
  const token = /verify-email#([0-9A-Za-z]{43})/.exec(smtp.received[0]?.raw ?? '')?.[1];
  const verified = await call('POST', '/api/auth', { action: 'verify', token });
  assert.equal(verified.json().taken_over, true, verified.body);
  const { rows } = await sql`
    SELECT auto_top_up_enabled AS "topsUp",
      EXISTS (SELECT FROM seller_verifications s WHERE s.account_id = w.account_id) AS "hasIdentity"
    FROM wallets w WHERE account_id = ${user.id}`.execute(service.db);
  assert.deepEqual(rows, [{ topsUp: false, hasIdentity: false }]);
});
