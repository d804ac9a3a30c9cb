import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { announceUsageAlert } from '../../src/main/announce-usage-alert.ts';
import { refundInvoice, writeInvoice } from '../../src/money/invoices/index.ts';
import { sendUsageAlerts } from '../../src/money/usage-alerts/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, HELLO_CREDITS, openAdmin, openCustomer } from '../support/customer.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const SETTINGS = '/api/billing/payg-settings';

describe('ledger, invoices, limits and alerts of the service', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  after(() => service.close());

  test('an admin reads the ledger of an account with notes; a customer sees neither notes nor other accounts', async () => {
    const customer = await openCustomer(service);
    await admin.adjust(customer, { cents: 250 });
    const path = `/api/admin/users/${customer.accountId}/ledger`;
    const [entry] = (await admin.call('GET', `${path}?balance=wallet`)).json().entries;
    assert.deepEqual([entry.kind, entry.change, entry.balance_after], ['adjust', 2.5, 2.5]);
    assert.equal(entry.note, `${admin.email}: test`);
    const own = await customer.byKey('GET', '/api/billing/ledger');
    assert.equal(own.statusCode, 200);
    assert.ok(!own.body.includes(admin.email));
    assertError(await customer.bySession('GET', path), 403, 'admin_only');
    assertError(await admin.call('GET', '/api/admin/users/nobody/ledger'), 404);
    const user = (await admin.call('GET', `/api/admin/users/${customer.accountId}`)).json();
    assert.deepEqual([user.email, user.email_verified, user.admin], [customer.email, true, false]);
    assert.equal((await admin.call('GET', `/api/admin/users/${admin.accountId}`)).json().admin, true);
    assertError(await customer.bySession('GET', `/api/admin/users/${customer.accountId}`), 403, 'admin_only');
  });

  test('revenue by day and plan, with refunds on their own day', async () => {
    const { accountId } = await openCustomer(service);
    const { clock, config } = service;
    const invoicing = { ...config.invoicing, taxes: [{ name: 'VAT', percent: 20 }] };
    const pay = (reference: string, plan: string | null, cents: number) =>
      service.db.transaction().execute((tx) => {
        const purpose = plan ? ('plan' as const) : ('top_up' as const);
        return writeInvoice(
          { tx, clock, invoicing },
          { accountId, reference, provider: 'stripe', purpose, plan, cents },
        );
      });
    await pay('revenue-1', 'creator', 1_800);
    await pay('revenue-2', 'creator', 1_800);
    await pay('revenue-3', null, 600);
    clock.advanceMs(86_400_000);
    const refund = { accountId, paymentReference: 'revenue-1', reference: 'revenue-refund', cents: 1_800 };
    await service.db.transaction().execute((tx) => refundInvoice({ tx, clock }, refund));
    clock.advanceMs(1_000);
    const report = (await admin.call('GET', '/api/admin/revenue')).json();
    const lines = report.revenue.map((line: Record<string, unknown>) => Object.values(line).slice(1));
    assert.deepEqual(lines, [
      ['creator', 2, 3_600, 600, 0],
      ['top_up', 1, 600, 100, 0],
      ['creator', 0, 0, 0, 1_800],
    ]);
    assert.deepEqual(report.total, {
      payments: 3,
      gross_cents: 4_200,
      tax_cents: 700,
      refunded_cents: 1_800,
    });
    assertError(await admin.call('GET', '/api/admin/revenue?from=yesterday'), 400, 'invalid_range');
  });

  test('402: a key beyond its credit limit, which only a session may change', async () => {
    const customer = await openCustomer(service);
    const { keys } = (await customer.bySession('GET', '/api/keys')).json();
    const path = `/api/billing/key-limits/${keys[0].id}`;
    const limit = { monthlyCredits: HELLO_CREDITS };
    const { key_limit } = (await customer.bySession('PUT', path, limit)).json();
    assert.deepEqual([key_limit.key_id, key_limit.usedCredits], [keys[0].id, 0]);
    assert.equal((await customer.speak()).statusCode, 200);
    assertError(await customer.speak(), 402, 'key_limit_reached');
    assertError(await customer.byKey('PUT', path, { monthlyCredits: null }), 401);
    const [listed] = (await customer.bySession('GET', '/api/billing/key-limits')).json().key_limits;
    assert.equal(listed.usedCredits, HELLO_CREDITS);
    const stranger = await openCustomer(service);
    assertError(await stranger.bySession('PUT', path, { monthlyCredits: null }), 404, 'api_key_not_found');
    await customer.bySession('PUT', path, { monthlyCredits: null });
    assert.equal((await customer.speak()).statusCode, 200);
  });

  test('a usage alert reaches the webhook of the account', async () => {
    const customer = await openCustomer(service);
    await customer.bySession('PATCH', '/api/settings', { webhookUrl: 'https://hooks.example.com/vox' });
    assertError(await customer.byKey('PUT', SETTINGS, { usageAlertPercents: [0] }), 400);
    const changed = await customer.byKey('PUT', SETTINGS, { usageAlertPercents: [80, 50] });
    assert.deepEqual(changed.json().usageAlertPercents, [50, 80]);
    await admin.leave(customer, 12_000);
    await customer.speak({ text: 'x'.repeat(4_999).replaceAll('xxxxx', 'word ') });
    const { used, included } = (await customer.figures()).credits;
    await customer.byKey('PUT', SETTINGS, { usageAlertPercents: [Math.floor((used * 100) / included)] });
    const announceAlert = announceUsageAlert(service.clock);
    await sendUsageAlerts({ ...service, announceAlert });
    const log = await customer.byKey('GET', '/api/v1/webhook-deliveries?event=usage.alert');
    const [delivery] = log.json().webhook_deliveries;
    assert.deepEqual([delivery.payload.event, delivery.payload.used_credits], ['usage.alert', used]);
  });
});
