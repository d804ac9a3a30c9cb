import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { announceNotices } from '../../src/library/marketplace/index.ts';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, HELLO_CREDITS, openAdmin, openCustomer } from '../support/customer.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

type Notice = { listing_id: string; event: string; reason: string | null };

describe('what a change of a listing means to its licensees', () => {
  let service: TestService;
  let admin: Admin;
  let seller: Customer;
  let buyer: Customer;

  before(async () => {
    service = await openTestService({ production: true, settings: { EARNINGS_HOLD_DAYS: '0' } });
    admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    await admin.setPlan(seller, 'developer');
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${seller.accountId}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
  });
  beforeEach(() => forgetRateLimits(service.db));
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  const decide = (id: string, what: 'approve' | 'reject' | 'takedown', reason?: string) =>
    admin.call('POST', `/api/admin/listings/${id}/${what}`, reason === undefined ? undefined : { reason });
  async function publish(clone: string, price_credits: number): Promise<string> {
    const offer = { title: 'Ada', consent: true, price_credits };
    const reply = await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json<{ voice_id: string }>().voice_id;
  }
  async function licensed(price: number): Promise<{ clone: string; id: string }> {
    const clone = await giveVoice(service, seller);
    const id = await publish(clone, price);
    if (price > 0) await decide(id, 'approve');
    assert.equal((await buyer.byKey('POST', `/api/v1/voices/community/${id}`)).statusCode, 201);
    return { clone, id };
  }
  /** Measures how many credits one use costs the buyer on top of the characters. */
  async function priceOf(id: string): Promise<number> {
    const { used } = (await buyer.figures()).credits;
    const reply = await buyer.speak({ voice_id: id });
    assert.equal(reply.statusCode, 200, reply.body);
    return (await buyer.figures()).credits.used - used - HELLO_CREDITS;
  }
  const shownPrice = async (id: string) =>
    (await buyer.byKey('GET', `/api/v1/voices/community/${id}`)).json<{ priceCredits: number }>()
      .priceCredits;
  const noticesOf = async (id: string, told = buyer) =>
    (await told.byKey('GET', '/api/v1/voices/community/notices'))
      .json<{ notices: Notice[] }>()
      .notices.filter((notice) => notice.listing_id === id);

  test('a raised price is neither charged nor shown until it is approved; then licensees are told', async () => {
    const { clone, id } = await licensed(0);
    await publish(clone, 500);
    assert.deepEqual([await priceOf(id), await shownPrice(id)], [0, 0]);
    assert.deepEqual(await noticesOf(id), []);
    const approved = await decide(id, 'approve');
    const { priceCredits, chargedCredits } = approved.json<Record<string, number>>();
    assert.deepEqual([priceCredits, chargedCredits], [500, 500]);
    assert.deepEqual([await priceOf(id), await shownPrice(id)], [500, 500]);
    const [notice, ...more] = await noticesOf(id);
    assert.equal(notice?.event, 'listing.price_changed');
    assert.match(notice?.reason ?? '', /500 credits.+0 before/);
    assert.deepEqual(more, []);
  });

  test('409: an admin cannot approve what the seller replaced after it was read', async () => {
    const clone = await giveVoice(service, seller);
    const id = await publish(clone, 10);
    const waiting = await admin.call('GET', '/api/admin/listings?status=pending_review');
    const read = waiting.json<{ listings: { id: string; revision: number }[] }>().listings;
    const revision = read.find((listing) => listing.id === id)?.revision ?? 0;
    await publish(clone, 1_000_000);
    const approve = (what: number) =>
      admin.call('POST', `/api/admin/listings/${id}/approve?revision=${what}`);
    assertError(await approve(revision), 409, 'listing_changed');
    assert.equal((await approve(revision + 1)).json<{ status: string }>().status, 'published');
  });

  test('a change that is rejected leaves licensees the voice at the old price', async () => {
    const { clone, id } = await licensed(10);
    await publish(clone, 1_000_000);
    await decide(id, 'reject', 'Too dear.');
    assert.equal(await priceOf(id), 10);
    const catalog = await buyer.byKey('GET', '/api/v1/voices?source=community');
    const entries = catalog.json<{ voices: { id: string; price_credits: number }[] }>().voices;
    assert.equal(entries.find((entry) => entry.id === id)?.price_credits, 10);
  });

  test('an admin sees beside a payout what free plans brought, and pays it only on purpose', async () => {
    const { id } = await licensed(100);
    await priceOf(id);
    const asked = await seller.byKey('POST', '/api/v1/seller/payouts', { amount_credits: 70 });
    assert.equal(asked.statusCode, 201, asked.body);
    const list = await admin.call('GET', '/api/admin/payouts?status=requested');
    const [payout] = list.json<{ payouts: Record<string, number>[] }>().payouts;
    assert.ok((payout?.earned_credits ?? 0) >= 70);
    assert.equal(payout?.free_plan_credits, payout?.earned_credits);
    const approve = `/api/admin/payouts/${payout?.id}/approve`;
    assertError(await admin.call('POST', approve), 409, 'payout_unfunded');
    assert.equal((await admin.call('POST', `${approve}?include_free_plan=true`)).statusCode, 200);
  });

  test('unlisting by turns tells licensees once a day', async () => {
    const { clone, id } = await licensed(0);
    for (let turn = 0; turn < 3; turn += 1) {
      await seller.byKey('DELETE', `/api/voices/clone/${clone}/publish`);
      await publish(clone, 0);
    }
    assert.equal((await noticesOf(id)).length, 1);
    assert.equal((await seller.byKey('DELETE', `/api/voices/clone/${clone}`)).statusCode, 204);
    assert.equal((await noticesOf(id)).length, 2);
  });

  test('many licensees get their notice at once; nodes that announce it together fill the queue no further than one', async () => {
    const { id } = await licensed(0);
    const { db } = service;
    await service.dispatcher.close();
    await sql`INSERT INTO accounts (id, email, webhook_url)
      SELECT md5('many' || n)::uuid, n || '@many.example', 'https://hooks.example/' || n FROM generate_series(1, 1200) n`.execute(
      db,
    );
    await sql`INSERT INTO licences (listing_id, account_id, created_at)
      SELECT ${id}::uuid, md5('many' || n)::uuid, now() FROM generate_series(1, 1200) n`.execute(db);
    assert.equal((await decide(id, 'takedown', 'Stop.')).statusCode, 200);
    const count = async (from: string) =>
      (await sql<{ n: number }>`SELECT count(*) AS n FROM ${sql.raw(from)}`.execute(db)).rows[0]?.n;
    const told = `listing_notices WHERE listing_id = '${id}'`;
    const announced = `webhook_deliveries WHERE event = 'listing.taken_down'`;
    assert.equal(await count(told), 1202);
    const node = async () => {
      while ((await announceNotices(service)) > 0);
    };
    const announceAll = async () => {
      await Promise.all([node(), node(), node()]);
      return count(announced);
    };
    assert.equal(await announceAll(), 1_000);
    await sql`UPDATE webhook_deliveries SET status = 'delivered', finished_at = now()`.execute(db);
    assert.equal(await announceAll(), 1_200);
    assert.equal(await count(`${told} AND unannounced IS NOT NULL`), 0);
    assert.equal(await count(`(SELECT DISTINCT account_id FROM ${announced}) AS accounts`), 1_200);
  });
});
