import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { deliver, fromPaystack, SETTINGS } from '../../src/money/payment-events/testing/deliveries.ts';
import { sql } from '../../src/platform/database/index.ts';
import { prefixedId } from '../../src/platform/ids.ts';
import { verifyAuditLog } from '../../src/tenancy/audit-log/index.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { operationsOf, readDocument } from '../support/operations.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

type Act = { url: string; body?: object };

describe('the audit log of what administrators do', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  before(async () => {
    service = await openTestService({ settings: SETTINGS });
    admin = await openAdmin(service);
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'developer');
    await admin.call('POST', `${await verification(customer)}/approve`);
  });
  after(() => service.close());

  async function listing(status?: string): Promise<string> {
    const clone = await giveVoice(service, customer, { seed: Math.random() * 1_000 });
    const offer = { title: 'Ada', consent: true };
    const reply = await customer.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    const id = reply.json<{ voice_id: string }>().voice_id;
    if (status) await sql`UPDATE listings SET status = ${status} WHERE id = ${id}`.execute(service.db);
    return `/api/admin/listings/${id}`;
  }

  async function verification(of?: Customer): Promise<string> {
    const seller = of ?? (await openCustomer(service));
    const identity = { legal_name: 'Ada Adams', country: 'GB', document_id: '123456' };
    const reply = await seller.byKey('POST', '/api/v1/seller/verification', identity);
    assert.equal(reply.statusCode, 201, reply.body);
    return `/api/admin/seller-verifications/${seller.accountId}`;
  }

  async function payout(): Promise<string> {
    const id = prefixedId('payout');
    const { accountId } = customer;
    await sql`INSERT INTO listing_sales (id, listing_id, seller_account_id, month, uses, earned_credits, free_plan_credits)
      VALUES (${randomUUID()}, ${randomUUID()}, ${accountId}, '2020-01-01', 1, 10, 0)`.execute(service.db);
    await sql`INSERT INTO seller_balances (account_id, withdrawn_credits) VALUES (${accountId}, 10)
      ON CONFLICT (account_id) DO UPDATE SET withdrawn_credits = seller_balances.withdrawn_credits + 10`.execute(
      service.db,
    );
    await sql`INSERT INTO payouts (id, account_id, credits, requested_at)
      VALUES (${id}, ${accountId}, 10, ${service.clock.now()})`.execute(service.db);
    return `/api/admin/payouts/${id}`;
  }

  async function heldPayment(reference: string): Promise<string> {
    const data = { reference, amount: 5_000, currency: 'KES', customer: { email: 'nobody@example.com' } };
    await deliver(service.app, fromPaystack({ event: 'charge.success', data }));
    const { rows } = await sql<{ id: string }>`
      UPDATE payment_events SET status = 'held', account_id = ${customer.accountId}
      WHERE reference = ${reference} RETURNING id`.execute(service.db);
    return `/api/admin/payment-events/${rows[0]?.id}`;
  }

  async function report(): Promise<string> {
    const id = (await listing()).split('/').at(-1);
    const reporter = await openCustomer(service);
    const reply = await reporter.byKey('POST', `/api/v1/voices/community/${id}/report`, { reason: 'other' });
    assert.equal(reply.statusCode, 201, reply.body);
    return `/api/admin/listing-reports/${reply.json<{ report: { id: string } }>().report.id}`;
  }

  const user = () => `/api/admin/users/${customer.accountId}`;
  const because = { reason: 'A test.' };

  /** One act for every operation that changes something. */
  const ACTS: Record<string, () => Promise<Act>> = {
    'PATCH /api/admin/users/{id}': async () => ({ url: user(), body: { plan: 'developer' } }),
    'POST /api/admin/users/{id}/credits': async () => ({
      url: `${user()}/credits`,
      body: { credits: 5, note: 'A present.' },
    }),
    'POST /api/admin/payment-events/{id}/replay': async () => ({
      url: `${await heldPayment('replayed')}/replay`,
    }),
    'POST /api/admin/payment-events/{id}/release': async () => ({
      url: `${await heldPayment('released')}/release`,
      body: { cents: 39, note: 'The rate of the day.' },
    }),
    'POST /api/admin/listings/{id}/approve': async () => ({
      url: `${await listing('pending_review')}/approve`,
    }),
    'POST /api/admin/listings/{id}/reject': async () => ({
      url: `${await listing('pending_review')}/reject`,
      body: because,
    }),
    'POST /api/admin/listings/{id}/takedown': async () => ({
      url: `${await listing()}/takedown`,
      body: because,
    }),
    'POST /api/admin/listing-reports/{id}/close': async () => ({ url: `${await report()}/close` }),
    'POST /api/admin/seller-verifications/{id}/approve': async () => ({
      url: `${await verification()}/approve`,
    }),
    'POST /api/admin/seller-verifications/{id}/reject': async () => ({
      url: `${await verification()}/reject`,
      body: because,
    }),
    'POST /api/admin/worker-secrets': async () => ({
      url: '/api/admin/worker-secrets',
      body: { name: 'gpu-2' },
    }),
    'DELETE /api/admin/worker-secrets/{id}': async () => ({ url: await workerSecret() }),
    'POST /api/admin/payouts/{id}/approve': async () => ({
      url: `${await payout()}/approve?include_free_plan=true`,
    }),
    'POST /api/admin/payouts/{id}/reject': async () => ({ url: `${await payout()}/reject`, body: because }),
  };

  async function workerSecret(): Promise<string> {
    const reply = await admin.call('POST', '/api/admin/worker-secrets', { name: 'gpu-1', kinds: ['video'] });
    return `/api/admin/worker-secrets/${reply.json<{ id: string }>().id}`;
  }

  async function mutations() {
    const operations = operationsOf(await readDocument(service));
    return operations.filter(({ path, method }) => path.startsWith('/api/admin/') && method !== 'GET');
  }

  async function actsOfAdmin(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM audit_events
      WHERE actor = 'administrator' AND actor_account_id = ${admin.accountId}`.execute(service.db);
    return rows[0]?.count ?? 0;
  }

  test('every operation that changes something leaves a row with who did it', async () => {
    const found = await mutations();
    assert.ok(found.length >= Object.keys(ACTS).length);
    for (const { name, method } of found) {
      const prepare = ACTS[name];
      assert.ok(prepare, `${name} changes something: add an act for it here, and record it in the audit log`);
      const { url, body } = await prepare();
      const before = await actsOfAdmin();
      const reply = await admin.call(method as 'POST', url, body);
      assert.ok(reply.statusCode < 300, `${name}: ${reply.statusCode} ${reply.body}`);
      assert.ok((await actsOfAdmin()) > before, `${name} left no row in the audit log`);
    }
    assert.deepEqual((await verifyAuditLog(service.db)).broken, []);
  });

  test('administrators filter it; customers see theirs, without the address of an administrator', async () => {
    const query = `account_id=${customer.accountId}&event=credits.adjusted&actor=administrator`;
    const all = (await admin.call('GET', `/api/admin/audit-log?${query}`)).json();
    assert.equal(all.events.length, 1);
    const [seen] = all.events;
    assert.equal(seen.actor_email, admin.email);
    assert.deepEqual(seen.after, { credits: 5, note: 'A present.' });
    assert.ok(seen.address);
    const own = (await customer.bySession('GET', '/api/account/audit-log?event=credits.adjusted')).json();
    assert.deepEqual(own.events[0], {
      ...own.events[0],
      id: seen.id,
      actor: 'administrator',
      credential: null,
      address: null,
      user_agent: null,
    });
    assert.equal((await customer.bySession('GET', '/api/admin/audit-log')).statusCode, 403);
    assert.equal((await customer.byKey('GET', '/api/account/audit-log')).statusCode, 401);
    const stranger = await openCustomer(service);
    const theirs = (await stranger.bySession('GET', '/api/account/audit-log')).json();
    assert.deepEqual(theirs.events, []);
  });

  test('pages and times cut the log without gaps or repetitions', async () => {
    const ids: string[] = [];
    let cursor = '';
    do {
      const reply = await admin.call('GET', `/api/admin/audit-log?limit=3${cursor && `&cursor=${cursor}`}`);
      const { events, next_cursor } = reply.json();
      ids.push(...events.map(({ id }: { id: string }) => id));
      cursor = next_cursor ?? '';
    } while (cursor);
    const { rows } = await sql<{ id: string }>`SELECT id FROM audit_events ORDER BY id DESC`.execute(
      service.db,
    );
    assert.deepEqual(
      ids,
      rows.map(({ id }) => id),
    );
    const now = service.clock.now().toISOString();
    const upTo = await admin.call('GET', `/api/admin/audit-log?to=${now}`);
    assert.deepEqual(upTo.json().events, []);
    const since = await admin.call('GET', `/api/admin/audit-log?limit=100&from=${now}`);
    assert.equal(since.json().events.length, Math.min(100, ids.length));
  });
});
