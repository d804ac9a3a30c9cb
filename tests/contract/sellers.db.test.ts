import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, holdVideos } from '../support/follow-job.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const IDENTITY = { legal_name: 'Ada Lovelace', country: 'gb', document_id: 'P1234567' };
type Payout = { id: string; status: string; amount_credits: number; reason: string | null };
type Earnings = {
  earned_credits: number;
  requested_credits: number;
  paid_credits: number;
  available_credits: number;
  months: { listing_id: string; month: string; uses: number; credits: number }[];
};

describe('sellers, moderation and payouts in production', () => {
  let service: TestService;
  let admin: Admin;
  let seller: Customer;
  let buyer: Customer;

  before(async () => {
    service = await openTestService({ production: true, settings: { EARNINGS_HOLD_DAYS: '0' } });
    admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    await admin.setPlan(seller, 'developer');
  });
  beforeEach(() => forgetRateLimits(service.db));
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  const publish = (clone: string, change: object = {}) =>
    seller.byKey('POST', `/api/voices/clone/${clone}/publish`, { title: 'Ada', consent: true, ...change });
  const decide = (list: string, id: string, what: 'approve' | 'reject' | 'takedown', reason?: string) =>
    admin.call('POST', `/api/admin/${list}/${id}/${what}`, reason === undefined ? undefined : { reason });
  const verification = (by = seller) => by.byKey('GET', '/api/v1/seller/verification');
  const earnings = async () => (await seller.byKey('GET', '/api/v1/seller/earnings')).json<Earnings>();
  async function licensed(change: object = {}): Promise<{ clone: string; id: string }> {
    const clone = await giveVoice(service, seller, { seed: Math.random() * 1_000 });
    const reply = await publish(clone, change);
    assert.equal(reply.statusCode, 201, reply.body);
    const id = reply.json<{ voice_id: string }>().voice_id;
    if (reply.json<{ listing: { status: string } }>().listing.status === 'pending_review')
      assert.equal((await decide('listings', id, 'approve')).statusCode, 200);
    assert.equal((await buyer.byKey('POST', `/api/v1/voices/community/${id}`)).statusCode, 201);
    return { clone, id };
  }

  test('a seller lists their own listings, whatever their status, and nobody else does', async () => {
    const waiting = await giveVoice(service, seller, { seed: 7 });
    const offered = (await publish(waiting, { title: 'First', visibility: 'unlisted' })).json();
    await seller.byKey('DELETE', `/api/voices/clone/${waiting}/publish`);
    const list = async (by: Customer, query = '') =>
      (await by.byKey('GET', `/api/v1/seller/listings${query}`)).json();
    const [{ id, clone_id, status, own }] = (await list(seller, '?limit=1')).listings;
    assert.deepEqual([id, clone_id, status, own], [offered.voice_id, waiting, 'unlisted', true]);
    assert.deepEqual(await list(buyer), { listings: [], next_cursor: null });
    assert.deepEqual((await list(seller, `?clone_id=${uuidv7()}`)).listings, []);
    assert.equal((await list(seller, `?clone_id=${waiting}`)).listings[0].id, id);
    assert.deepEqual((await list(buyer, `?clone_id=${waiting}`)).listings, []);
  });

  test('only the seller sees who is invited', async () => {
    const clone = await giveVoice(service, seller, { seed: 8 });
    const invited = { visibility: 'invited', invite_emails: ['Zoe@example.com', buyer.email] };
    const { listing, voice_id } = (await publish(clone, invited)).json();
    const emails = [buyer.email, 'zoe@example.com'].sort();
    assert.deepEqual([listing.visibility, listing.invite_emails.sort()], ['invited', emails]);
    const seen = await buyer.byKey('GET', `/api/v1/voices/community/${voice_id}`);
    assert.equal(seen.statusCode, 200, seen.body);
    assert.ok(!seen.body.includes('zoe@'));
    await seller.byKey('DELETE', `/api/voices/clone/${clone}/publish`);
  });

  test('verification: pending, then rejected with a reason, sent again, verified; 404 before, 409 after', async () => {
    assertError(await verification(), 404, 'verification_not_found');
    assertError(
      await seller.byKey('POST', '/api/v1/seller/verification', { ...IDENTITY, country: 'GBR' }),
      400,
    );
    const reply = await seller.byKey('POST', '/api/v1/seller/verification', IDENTITY);
    assert.equal(reply.statusCode, 201, reply.body);
    assert.ok(!reply.body.includes(IDENTITY.document_id));
    assert.equal(reply.json<{ status: string }>().status, 'pending');
    const list = await admin.call('GET', '/api/admin/seller-verifications?status=pending');
    const [waiting] = list.json<{ verifications: { id: string; document_id: string }[] }>().verifications;
    assert.equal(waiting?.document_id, IDENTITY.document_id);
    const id = waiting?.id ?? '';
    await decide('seller-verifications', id, 'reject', 'The name differs.');
    const { status, reason } = (await verification()).json<{ status: string; reason: string }>();
    assert.deepEqual([status, reason], ['rejected', 'The name differs.']);
    assertError(await decide('seller-verifications', id, 'approve'), 404);
    await seller.byKey('POST', '/api/v1/seller/verification', IDENTITY);
    assert.equal((await decide('seller-verifications', id, 'approve')).statusCode, 200);
    assertError(await seller.byKey('POST', '/api/v1/seller/verification', IDENTITY), 409, 'already_verified');
    assert.equal((await verification()).json<{ status: string }>().status, 'verified');
  });

  test('a paid listing waits for review: published or rejected with a reason, once', async () => {
    const clone = await giveVoice(service, seller);
    const reply = await publish(clone, { price_credits: 10 });
    const { listing, voice_id: id } = reply.json<{ listing: { status: string }; voice_id: string }>();
    assert.equal(listing.status, 'pending_review');
    assertError(await buyer.byKey('POST', `/api/v1/voices/community/${id}`), 404);
    const list = await admin.call('GET', '/api/admin/listings?status=pending_review');
    assert.deepEqual(
      list.json<{ listings: { id: string; account_id: string }[] }>().listings.map((one) => one.account_id),
      [seller.accountId],
    );
    const rejected = await decide('listings', id, 'reject', 'Bad title.');
    assert.equal(rejected.json<{ status: string; reason: string }>().reason, 'Bad title.');
    assertError(await decide('listings', id, 'approve'), 409, 'listing_not_pending');
    await publish(clone, { price_credits: 10, title: 'Better' });
    assert.equal((await decide('listings', id, 'approve')).statusCode, 200);
    assert.equal((await buyer.byKey('POST', `/api/v1/voices/community/${id}`)).statusCode, 201);
    await publish(clone, { price_credits: 20 });
    await decide('listings', id, 'reject', 'Too dear.');
    const reasonFor = async (by: Customer) =>
      (await by.byKey('GET', `/api/v1/voices/community/${id}`)).json().reason;
    assert.deepEqual([await reasonFor(seller), await reasonFor(buyer)], ['Too dear.', undefined]);
    const free = await publish(await giveVoice(service, seller));
    assert.equal(free.json<{ listing: { status: string } }>().listing.status, 'published');
  });

  test('earnings come by listing and month; payouts are requested, paid or rejected', async () => {
    const { id } = await licensed({ price_credits: 100 });
    for (let use = 0; use < 3; use += 1) assert.equal((await buyer.speak({ voice_id: id })).statusCode, 200);
    const before = await earnings();
    const month = service.clock.now().toISOString().slice(0, 7);
    assert.deepEqual(
      before.months.filter((one) => one.listing_id === id),
      [{ listing_id: id, month, uses: 3, credits: 210 }],
    );
    assert.equal(before.available_credits, before.earned_credits);
    const ask = (amount_credits: unknown, headers?: Record<string, string>) =>
      seller.byKey('POST', '/api/v1/seller/payouts', { amount_credits }, headers);
    for (const amount of [0, -1, 1.5, 'all']) assertError(await ask(amount), 400);
    assertError(await ask(before.available_credits + 1), 400, 'earnings_too_low');
    const twice = await Promise.all([ask(before.available_credits), ask(before.available_credits)]);
    assert.deepEqual(twice.map(({ statusCode }) => statusCode).sort(), [201, 400]);
    const requested = (await admin.call('GET', '/api/admin/payouts?status=requested')).json<{
      payouts: Payout[];
    }>().payouts;
    assert.equal(requested.length, 1);
    const payoutId = requested[0]?.id ?? '';
    await decide('payouts', payoutId, 'reject', 'No bank account.');
    assert.equal((await earnings()).available_credits, before.available_credits);
    assertError(await decide('payouts', payoutId, 'approve'), 404, 'payout_not_found');
    service.clock.advanceMs(1);
    const key = { 'idempotency-key': uuidv7() };
    const first = await ask(200, key);
    const replayed = await ask(200, key);
    assert.equal(first.json<Payout>().id, replayed.json<Payout>().id);
    const approve = `/api/admin/payouts/${first.json<Payout>().id}/approve?include_free_plan=true`;
    assert.equal((await admin.call('POST', approve)).statusCode, 200, 'the buyer is on the free plan');
    const now = await earnings();
    assert.deepEqual(
      [now.paid_credits, now.requested_credits, now.available_credits],
      [200, 0, before.available_credits - 200],
    );
    const own = (await seller.byKey('GET', '/api/v1/seller/payouts')).json<{ payouts: Payout[] }>().payouts;
    assert.deepEqual(
      own.map(({ status }) => status),
      ['paid', 'rejected'],
    );
  });

  test('a price change does not touch calls that are reserved', async () => {
    const { clone, id } = await licensed();
    const letGo = holdVideos(service);
    const job = await buyer.byKey('POST', '/api/v1/avatar', { text: 'Hello there.', voice_id: id });
    await publish(clone, { price_credits: 50 });
    letGo();
    const done = await finishedJob(buyer, job.json<{ job_id: string }>().job_id);
    assert.equal(done.status, 'completed');
    const sold = (await earnings()).months.find((one) => one.listing_id === id);
    assert.deepEqual([sold?.uses, sold?.credits], [1, 0]);
  });

  test('takedown stops licensees, owner, jobs and cached speech at once, and says why', async () => {
    const { clone, id } = await licensed();
    assert.equal((await buyer.speak({ voice_id: id })).statusCode, 200);
    assert.equal((await seller.speak({ voice_id: clone })).statusCode, 200);
    const cached = () => sql`SELECT FROM speech_cache WHERE voice_id = ${clone}`.execute(service.db);
    assert.equal((await cached()).rows.length, 2);
    const letGo = holdVideos(service);
    const job = await buyer.byKey('POST', '/api/v1/avatar', { text: 'Hello there.', voice_id: id });
    const reply = await decide('listings', id, 'takedown', 'Imitates a singer.');
    assert.equal(reply.json<{ status: string }>().status, 'taken_down', reply.body);
    letGo();
    assert.equal((await cached()).rows.length, 0);
    const failed = await finishedJob(buyer, job.json<{ job_id: string }>().job_id);
    assert.deepEqual([failed.status, failed.credits], ['failed', 0]);
    assert.match(String(failed.error), /Imitates a singer/);
    assertError(await buyer.speak({ voice_id: id }), 404, 'voice_not_found');
    assertError(await seller.speak({ voice_id: clone }), 409, 'voice_taken_down');
    assertError(await publish(clone), 409, 'voice_taken_down');
    assertError(await buyer.byKey('GET', `/api/v1/voices/community/${id}/preview`), 404);
    assertError(await buyer.byKey('POST', `/api/v1/voices/community/${id}`), 404);
    assert.equal((await decide('listings', id, 'takedown', 'Again.')).statusCode, 200);
    for (const told of [seller, buyer]) {
      const notices = (await told.byKey('GET', '/api/v1/voices/community/notices')).json<{
        notices: { listing_id: string; event: string; reason: string }[];
      }>().notices;
      assert.deepEqual(
        notices.filter((one) => one.listing_id === id).map(({ event, reason }) => [event, reason]),
        [['listing.taken_down', 'Imitates a singer.']],
      );
    }
  });

  test('a clone of samples that match a voice that was taken down is refused, also of another account', async () => {
    const other = await openCustomer(service);
    await admin.setPlan(other, 'starter');
    const { voice_id: clone } = await cloneVoice(seller);
    const { voice_id: id } = (await publish(clone)).json<{ voice_id: string }>();
    await decide('listings', id, 'takedown', 'Not their voice.');
    assertError(await postClone(other, {}), 400, 'voice_was_taken_down');
    await seller.byKey('DELETE', `/api/voices/clone/${clone}`);
    assertError(await postClone(other, {}), 400, 'voice_was_taken_down');
    await sql`DELETE FROM voice_takedowns WHERE voice_id = ${clone}`.execute(service.db);
  });

  test('deleting a clone removes its listing, and licensees are told', async () => {
    const { clone, id } = await licensed();
    assert.equal((await seller.byKey('DELETE', `/api/voices/clone/${clone}`)).statusCode, 204);
    assertError(await buyer.speak({ voice_id: id }), 404);
    assertError(await buyer.byKey('GET', `/api/v1/voices/community/${id}`), 404);
    const { notices } = (await buyer.byKey('GET', '/api/v1/voices/community/notices')).json<{
      notices: { listing_id: string; event: string; usable_until: string | null }[];
    }>();
    assert.deepEqual(
      notices.filter((one) => one.listing_id === id).map((one) => [one.event, one.usable_until]),
      [['listing.unlisted', null]],
    );
  });

  test('of a licence and a takedown at once, nobody can use the voice afterwards', async () => {
    const { id } = await licensed();
    const late = await openCustomer(service);
    const [licence] = await Promise.all([
      late.byKey('POST', `/api/v1/voices/community/${id}`),
      decide('listings', id, 'takedown', 'Stop.'),
    ]);
    assert.ok([201, 404].includes(licence.statusCode), licence.body);
    assertError(await late.speak({ voice_id: id }), 404);
  });

  test('a report is open until it is closed, opens when it is sent again, and ends with a takedown', async () => {
    const { clone, id } = await licensed();
    const report = (details: string) =>
      buyer.byKey('POST', `/api/v1/voices/community/${id}/report`, { reason: 'no_consent', details });
    const reports = async (status: string) =>
      (await admin.call('GET', `/api/admin/listing-reports?status=${status}`)).json().reports;
    const { id: reportId } = (await report('That is my voice.')).json().report;
    const [open, ...more] = await reports('open');
    assert.deepEqual(more, []);
    assert.deepEqual(
      [open.id, open.listing_title, open.listing_status, open.details, open.closed_at],
      [reportId, 'Ada', 'published', 'That is my voice.', null],
    );
    const close = (report: string) => admin.call('POST', `/api/admin/listing-reports/${report}/close`);
    const closed = (await close(reportId)).json();
    assert.ok(closed.closed_at);
    service.clock.advanceMs(1_000);
    assert.deepEqual((await close(reportId)).json(), closed);
    assert.deepEqual([await reports('open'), (await reports('closed')).length], [[], 1]);
    assertError(await close(uuidv7()), 404, 'report_not_found');
    await report('It still is.');
    assert.deepEqual((await reports('open'))[0].details, 'It still is.');
    await decide('listings', id, 'takedown', 'No consent.');
    const [ended] = await reports('closed');
    assert.deepEqual([ended.id, ended.listing_status], [reportId, 'taken_down']);
    assert.deepEqual(await reports('open'), []);
    await seller.byKey('DELETE', `/api/voices/clone/${clone}`);
  });

  test('admin routes: 401 without a session, 403 for customers and without a CSRF token', async () => {
    const id = uuidv7();
    for (const list of ['listings', 'seller-verifications', 'payouts', 'listing-reports']) {
      assertError(await service.app.inject(`/api/admin/${list}`), 401);
      assertError(await seller.bySession('GET', `/api/admin/${list}`), 403);
    }
    assertError(await admin.bySession('POST', `/api/admin/listings/${id}/takedown`, { reason: 'x' }), 403);
    assertError(await decide('listings', id, 'takedown', 'x'), 404);
    assertError(await decide('listings', id, 'takedown', ''), 400);
  });
});
