import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { eraseClosedAccounts } from '../../src/tenancy/accounts/index.ts';
import { sessionCookieName } from '../../src/tenancy/sessions/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const PASSWORD = 'plum tractor eleven sonnets';

describe('deleting the account of a seller', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService({ settings: { EARNINGS_HOLD_DAYS: '0' } });
    admin = await openAdmin(service);
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  /** A seller whose voice was used three times at 100 credits: 210 are earned. */
  async function openSeller(email: string) {
    const signUp = { action: 'signup', email, password: PASSWORD };
    const reply = await stranger(service)('POST', '/api/auth', signUp);
    assert.equal(reply.statusCode, 201, reply.body);
    const { user, api_key } = reply.json();
    const cookie = `${sessionCookieName(false)}=${reply.cookies.find(({ name }) => name === sessionCookieName(false))?.value}`;
    const bySession = stranger(service, { cookie, 'sec-fetch-site': 'same-origin' });
    const byKey = stranger(service, { authorization: `Bearer ${api_key}` });
    await admin.call('PATCH', `/api/admin/users/${user.id}`, { plan: 'creator' });
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${user.id}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
    const clone = await giveVoice(service, { accountId: user.id });
    const offer = { title: 'Ada', consent: true, price_credits: 100 };
    const listing = await byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    const { voice_id } = listing.json();
    const buyer = await openCustomer(service);
    await buyer.byKey('POST', `/api/v1/voices/community/${voice_id}`);
    for (let use = 0; use < 3; use += 1) assert.equal((await buyer.speak({ voice_id })).statusCode, 200);
    const ask = async (amount_credits: number): Promise<string> =>
      (await byKey('POST', '/api/v1/seller/payouts', { amount_credits })).json().id;
    const remove = (body: object = {}) =>
      bySession('DELETE', '/api/account', { password: PASSWORD, ...body });
    return { accountId: user.id as string, byKey, ask, remove, buyer, voiceId: voice_id as string };
  }
  const pay = async (payoutId: string) => {
    const reply = await admin.call('POST', `/api/admin/payouts/${payoutId}/approve?include_free_plan=true`);
    assert.equal(reply.statusCode, 200, reply.body);
  };

  test('409 earnings_remaining, until everything is paid out', async () => {
    const { byKey, ask, remove } = await openSeller('paid@example.com');
    await pay(await ask(100));
    const waiting = await ask(30);
    const refused = await remove({ forfeit_balance: true });
    assertError(refused, 409, 'earnings_remaining');
    assert.match(refused.json().error, /110 credits that were not paid out, 30 of them in payouts/);
    assert.equal((await byKey('GET', '/api/v1/seller/earnings')).json().available_credits, 80);
    await pay(waiting);
    const last = await ask(80);
    assertError(await remove(), 409, 'earnings_remaining');
    await pay(last);
    assert.equal((await remove()).statusCode, 204);
  });

  test('forfeit_earnings gives them up: waiting payouts are rejected, and the books balance', async () => {
    const { accountId, ask, remove, buyer, voiceId } = await openSeller('generous@example.com');
    await pay(await ask(100));
    const waiting = await ask(30);
    assert.equal((await remove({ forfeit_earnings: true })).statusCode, 204);
    const { rows } = await sql<{ amount: number; unit: string }>`
      SELECT amount, unit FROM ledger_postings
      WHERE account_id = ${accountId}::uuid AND to_book = 'house_forfeited'`.execute(service.db);
    assert.deepEqual(rows, [{ amount: 110, unit: 'credit' }]);
    const { payouts } = (await admin.call('GET', '/api/admin/payouts?status=rejected')).json();
    const [rejected] = payouts as { id: string; reason: string }[];
    assert.deepEqual([rejected?.id, rejected?.reason], [waiting, 'The account was deleted.']);
    await eraseClosedAccounts(service);
    assertError(await buyer.speak({ voice_id: voiceId }), 404, 'voice_not_found');
  });
});
