import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { openStream } from '../support/stream-speech.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there.';
const PRICE = 15;
const SHARE = Math.floor(PRICE * 0.7);
type Event = { event: string; listing_id: string };

describe('what uses of a listing pay, and who is told about it', () => {
  let service: TestService;
  let admin: Admin;
  let receiver: Receiver;
  let seller: Customer;
  let buyer: Customer;

  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({
      lips: true,
      outboundAllow: receiver.place,
      settings: { EARNINGS_HOLD_DAYS: '0' },
    });
    admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    for (const customer of [seller, buyer]) {
      await admin.setPlan(customer, 'developer');
      await customer.bySession('PATCH', '/api/settings', {
        webhookUrl: `${receiver.url}/${customer.accountId}`,
      });
    }
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${seller.accountId}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
  });
  afterEach(() => {
    service.video.failure = undefined;
    service.speech.beforeChunk = null;
    return forgetRateLimits(service.db);
  });
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
    await receiver.close();
  });

  async function licensed(): Promise<{ clone: string; id: string }> {
    const clone = await giveVoice(service, seller, { seed: Math.random() * 1_000 });
    const offer = { title: 'Ada', consent: true, price_credits: PRICE };
    const reply = await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    const id = reply.json().voice_id;
    assert.equal((await buyer.byKey('POST', `/api/v1/voices/community/${id}`)).statusCode, 201);
    return { clone, id };
  }
  async function sold(id: string): Promise<{ uses: number; earned: number }> {
    const listing = (await seller.byKey('GET', `/api/v1/voices/community/${id}`)).json();
    return { uses: listing.uses, earned: listing.sellerEarningsCredits };
  }
  const used = async () => (await buyer.figures()).credits.used;
  const eventsFor = (customer: Customer, id: string): Event[] =>
    receiver.received
      .filter(({ path }) => path.endsWith(customer.accountId))
      .map(({ body }) => JSON.parse(body) as Event)
      .filter((event) => event.listing_id === id);

  test('a child of a batch pays the price when it is rendered, and nothing when it fails', async () => {
    const { id } = await licensed();
    const batch = async (size: number) => {
      const items = Array.from({ length: size }, () => ({ text: TEXT, voice_id: id }));
      const reply = await buyer.byKey('POST', '/api/v1/generate/batch', { items });
      assert.equal(reply.statusCode, 202, reply.body);
      const jobs = reply.json<{ jobs: { job_id: string }[] }>().jobs;
      return Promise.all(jobs.map(({ job_id }) => finishedJob(buyer, job_id)));
    };
    const before = await used();
    service.video.failure = new DomainError({ kind: 'invalid', code: 'odd', public: 'Odd.' });
    const [failed] = await batch(1);
    assert.deepEqual([failed?.status, failed?.credits], ['failed', 0]);
    assert.deepEqual([await used(), await sold(id)], [before, { uses: 0, earned: 0 }]);
    service.video.failure = undefined;
    const children = await batch(2);
    const seconds = children.map((job) => 10 * Math.ceil(Number(job.duration_seconds)));
    assert.deepEqual(
      children.map(({ credits }) => credits),
      seconds.map((credits) => TEXT.length + PRICE + credits),
    );
    assert.deepEqual(await sold(id), { uses: 2, earned: 2 * SHARE });
    const total = children.reduce((sum, { credits }) => sum + credits, 0);
    assert.equal(await used(), before + total);
  });

  test('a stream that is cut pays the seller once, and one without a word pays nothing', async () => {
    const { id } = await licensed();
    const before = await used();
    const gate = Promise.withResolvers<void>();
    service.speech.beforeChunk = (index) => (index > 0 ? gate.promise : Promise.resolve());
    const text = 'One two three. Four five six.';
    const stream = await openStream(service, buyer.apiKey, { text, voice_id: id, format: 'wav' });
    assert.ok(await stream.next());
    stream.leave();
    await until(
      () => sold(id),
      ({ uses }) => uses > 0,
    );
    gate.resolve();
    const spent = (await used()) - before;
    assert.ok(spent > PRICE && spent < PRICE + text.length, `${spent}`);
    service.speech.beforeChunk = () => Promise.reject(new Error('broken'));
    const reply = await buyer.byKey('POST', '/api/v1/tts/stream', {
      text: 'Nothing.',
      voice_id: id,
      format: 'wav',
    });
    assert.ok(reply.statusCode >= 500, reply.body);
    assert.deepEqual([(await used()) - before, await sold(id)], [spent, { uses: 1, earned: SHARE }]);
  });

  test('402: a balance that covers the characters but not the price', async () => {
    const { id } = await licensed();
    const poor = await openCustomer(service);
    await poor.byKey('POST', `/api/v1/voices/community/${id}`);
    await admin.leave(poor, TEXT.length + PRICE - 1);
    for (const url of ['/api/v1/tts', '/api/v1/tts/stream', '/api/v1/generate'])
      assertError(await poor.byKey('POST', url, { text: TEXT, voice_id: id }), 402);
    await admin.leave(poor, TEXT.length + PRICE);
    assert.equal((await poor.speak({ voice_id: id })).statusCode, 200);
    assert.deepEqual(await sold(id), { uses: 1, earned: SHARE });
  });

  test('listing.unlisted goes to the webhooks of licensees, listing.taken_down also to the seller’s, each once', async () => {
    const { clone, id } = await licensed();
    for (let twice = 0; twice < 2; twice += 1)
      assert.equal((await seller.byKey('DELETE', `/api/voices/clone/${clone}/publish`)).statusCode, 200);
    await until(() => eventsFor(buyer, id).length > 0);
    const { usable_until, ...unlisted } = eventsFor(buyer, id)[0] as Event & { usable_until: string };
    assert.deepEqual(unlisted, { event: 'listing.unlisted', listing_id: id, voice_id: id, title: 'Ada' });
    assert.equal(Date.parse(usable_until) - service.clock.now().getTime(), 30 * 86_400_000);
    for (let twice = 0; twice < 2; twice += 1)
      await admin.call('POST', `/api/admin/listings/${id}/takedown`, { reason: 'Imitates a singer.' });
    await until(() => eventsFor(buyer, id).length > 1 && eventsFor(seller, id).length > 0);
    const takenDown = {
      event: 'listing.taken_down',
      listing_id: id,
      voice_id: id,
      title: 'Ada',
      reason: 'Imitates a singer.',
    };
    assert.deepEqual(eventsFor(seller, id), [takenDown]);
    assert.deepEqual(eventsFor(buyer, id).slice(1), [takenDown]);
    assert.ok(!JSON.stringify(receiver.received).includes(clone), 'the id of the clone is the seller’s');
  });

  test('the lists of admins come in pages that give every entry once; 400 for another cursor', async () => {
    const entries = [await licensed(), await licensed()];
    for (const { id } of entries) {
      service.clock.advanceMs(1);
      await buyer.byKey('POST', `/api/v1/voices/community/${id}/report`, { reason: 'other' });
      assert.equal((await buyer.speak({ voice_id: id })).statusCode, 200);
      service.clock.advanceMs(1);
      const payout = await seller.byKey('POST', '/api/v1/seller/payouts', { amount_credits: 1 });
      assert.equal(payout.statusCode, 201, payout.body);
    }
    const identity = { legal_name: 'Bo', country: 'GB', document_id: 'P2' };
    await buyer.byKey('POST', '/api/v1/seller/verification', identity);
    for (const [list, field] of [
      ['listings', 'listings'],
      ['listing-reports', 'reports'],
      ['seller-verifications', 'verifications'],
      ['payouts', 'payouts'],
    ] as const) {
      const read = async (query: string) => (await admin.call('GET', `/api/admin/${list}${query}`)).json();
      const ids = (page: Record<string, { id: string }[]>) => (page[field] ?? []).map(({ id }) => id);
      const all = ids(await read(''));
      const paged: string[] = [];
      for (let cursor = ''; ; ) {
        const page = await read(`?limit=1${cursor && `&cursor=${cursor}`}`);
        paged.push(...ids(page));
        if (page.next_cursor === null) break;
        cursor = page.next_cursor;
      }
      assert.ok(all.length >= 2, list);
      assert.deepEqual(paged, all, list);
      assertError(await admin.call('GET', `/api/admin/${list}?cursor=bm8`), 400, 'invalid_cursor');
    }
    const paid = (await admin.call('GET', '/api/admin/payouts?status=paid')).json();
    assert.deepEqual(paid.payouts, []);
  });
});
