import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, HELLO_CREDITS, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, holdVideos } from '../support/follow-job.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const OFFER = { title: 'Warm narrator', consent: true };
const DAY_MS = 86_400_000;

type Listing = {
  id: string;
  status: string;
  priceCredits: number;
  licensed: boolean;
  sellerEarningsCredits?: number;
};
type Published = { listing: Listing; voice_id: string };

describe('publishing and licensing voices', () => {
  let service: TestService;
  let admin: Admin;
  let seller: Customer;
  let buyer: Customer;

  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    await admin.setPlan(seller, 'creator');
    await verify(seller);
  });
  beforeEach(() => forgetRateLimits(service.db));
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  async function verify({ accountId }: Customer): Promise<void> {
    await sql`INSERT INTO seller_verifications (account_id, legal_name, country, document_id, status, requested_at, decided_at)
      VALUES (${accountId}, 'Ada', 'GB', 'P1', 'verified', now(), now())`.execute(service.db);
  }
  const publish = (clone: string, change: object = {}, by = seller) =>
    by.byKey('POST', `/api/voices/clone/${clone}/publish`, { ...OFFER, ...change });
  const unlist = (clone: string) => seller.byKey('DELETE', `/api/voices/clone/${clone}/publish`);
  const license = (id: string, by = buyer) => by.byKey('POST', `/api/v1/voices/community/${id}`);
  async function listed(change: object = {}): Promise<{ clone: string; id: string }> {
    const clone = await giveVoice(service, seller);
    const reply = await publish(clone, change);
    assert.equal(reply.statusCode, 201, reply.body);
    return { clone, id: reply.json<Published>().voice_id };
  }

  test('publish: 201 with the listing, whose id is the voice_id', async () => {
    const clone = await giveVoice(service, seller);
    const offer = { description: 'Calm.', tags: ['Narration', 'calm', 'calm'], price_credits: 5 };
    const reply = await publish(clone, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    const { listing, voice_id } = reply.json<{ listing: Record<string, unknown>; voice_id: string }>();
    assert.equal(listing.id, voice_id);
    const { status, title, priceCredits, tags, ratingAvg, reviewCount, sellerEarningsCredits } = listing;
    assert.deepEqual(
      { status, title, priceCredits, tags, ratingAvg, reviewCount, sellerEarningsCredits },
      {
        status: 'published',
        title: OFFER.title,
        priceCredits: 5,
        tags: ['narration', 'calm'],
        ratingAvg: null,
        reviewCount: 0,
        sellerEarningsCredits: 0,
      },
    );
    const { rows } =
      await sql`SELECT FROM voice_consents WHERE voice_id = ${clone} AND purpose = 'publish'`.execute(
        service.db,
      );
    assert.equal(rows.length, 1);
  });

  test('publish again changes the listing and keeps its id', async () => {
    const { clone, id } = await listed();
    await license(id);
    const reply = await publish(clone, { price_credits: 3 });
    assert.deepEqual(
      [reply.json<Published>().voice_id, reply.json<Published>().listing.priceCredits],
      [id, 3],
    );
    assert.equal((await license(id)).statusCode, 200);
  });

  test('publish: 401 without a key', async () => {
    const clone = await giveVoice(service, seller);
    const { app } = service;
    assertError(
      await app.inject({ method: 'POST', url: `/api/voices/clone/${clone}/publish`, payload: OFFER }),
      401,
    );
  });

  test('publish: 400 without consent, title, or with a bad price or more than 8 tags', async () => {
    const clone = await giveVoice(service, seller);
    assertError(await publish(clone, { consent: false }), 400, 'consent_required');
    assertError(await publish(clone, { consent: undefined }), 400, 'consent_required');
    assertError(await publish(clone, { title: undefined }), 400);
    assertError(await publish(clone, { title: '  ' }), 400);
    assertError(await publish(clone, { price_credits: -1 }), 400);
    assertError(await publish(clone, { tags: Array.from({ length: 9 }, (_, i) => `t${i}`) }), 400);
  });

  test('publish: 400 for a price without a verified seller, or without spoken consent', async () => {
    const other = await openCustomer(service);
    await admin.setPlan(other, 'starter');
    const clone = await giveVoice(service, other);
    assertError(await publish(clone, { price_credits: 1 }, other), 400, 'seller_verification_required');
    const silent = await giveVoice(service, seller, { spoken: false });
    assertError(await publish(silent, { price_credits: 1 }), 400, 'spoken_consent_required');
    assert.equal((await publish(silent)).statusCode, 201);
  });

  test('publish: 404 for an unknown clone, another account’s, and a design', async () => {
    const clone = await giveVoice(service, seller);
    assertError(await publish(uuidv7()), 404);
    assertError(await publish('nonsense'), 404);
    const other = await openCustomer(service);
    assertError(await publish(clone, {}, other), 404);
    assertError(await publish(await giveVoice(service, seller, { source: 'design' })), 404);
  });

  test('publish: 409 for a clone that is not ready or failed', async () => {
    assertError(
      await publish(await giveVoice(service, seller, { status: 'queued' })),
      409,
      'voice_not_ready',
    );
    assertError(await publish(await giveVoice(service, seller, { status: 'failed' })), 409, 'voice_failed');
  });

  test('publish: 402 without a paid plan', async () => {
    const free = await openCustomer(service);
    assertError(await publish(await giveVoice(service, free), {}, free), 402, 'plan_required');
  });

  test('license: 201, then 200 with the same licence; the seller’s own is 400', async () => {
    const { id } = await listed();
    const first = await license(id);
    assert.equal(first.statusCode, 201, first.body);
    assert.equal(first.json<Published>().voice_id, id);
    const again = await license(id);
    assert.equal(again.statusCode, 200);
    assert.deepEqual(again.json<{ licence: object }>().licence, first.json<{ licence: object }>().licence);
    assertError(await license(id, seller), 400, 'own_listing');
    assertError(await license(uuidv7()), 404);
    assertError(await service.app.inject({ method: 'POST', url: `/api/v1/voices/community/${id}` }), 401);
  });

  test('a licensed listing is a voice_id; each use pays 70 percent of the price to the seller', async () => {
    const { id } = await listed({ price_credits: 15 });
    const unlicensed = await buyer.speak({ voice_id: id });
    assertError(unlicensed, 404, 'not_licensed');
    assert.match(unlicensed.json().error, new RegExp(`POST /api/v1/voices/community/${id}`));
    await license(id);
    const used = (await buyer.figures()).credits.used;
    const spoken = await buyer.speak({ voice_id: id });
    assert.equal(spoken.statusCode, 200, spoken.body);
    assert.equal(spoken.headers['x-characters'], String(HELLO_CREDITS));
    assert.equal((await buyer.figures()).credits.used, used + HELLO_CREDITS + 15);
    const generated = await buyer.byKey('POST', '/api/v1/generate', { text: 'Hello there.', voice_id: id });
    assert.equal(generated.json<{ meta: { creditsDeducted: number } }>().meta.creditsDeducted, 12 + 15);
    const history = (await buyer.byKey('GET', '/api/v1/history')).json<Record<string, unknown[]>>();
    const [newest] = Object.values(history)[0] as { voice_id: string; credits: number; characters: number }[];
    assert.deepEqual([newest?.voice_id, newest?.credits, newest?.characters], [id, 27, 12]);
    const own = await seller.byKey('GET', `/api/v1/voices/community/${id}`);
    assert.equal(own.json<Listing>().sellerEarningsCredits, 2 * 10);
    const before = (await seller.figures()).credits.used;
    assert.equal((await seller.speak({ voice_id: id })).statusCode, 200);
    assert.equal((await seller.figures()).credits.used, before + HELLO_CREDITS);
  });

  test('an estimate includes the price, and none for the seller', async () => {
    const { id } = await listed({ price_credits: 15 });
    await license(id);
    const estimate = async (kind: string, by: Customer) => {
      const request = { kind, text: 'Hello there.', voice_id: id };
      return (await by.byKey('POST', '/api/v1/estimate', request)).json<{ credits: number }>().credits;
    };
    assert.deepEqual([await estimate('tts', buyer), await estimate('tts', seller)], [12 + 15, 12]);
    assert.equal((await estimate('video', buyer)) - (await estimate('video', seller)), 15);
  });

  test('a video in a licensed voice pays its seller when it is rendered, and nothing when it is canceled', async () => {
    const { id } = await listed({ price_credits: 10 });
    await license(id);
    const request = { text: 'Hello there.', voice_id: id };
    const order = async () => {
      const reply = await buyer.byKey('POST', '/api/v1/avatar', request);
      assert.equal(reply.statusCode, 202, reply.body);
      return reply.json<{ job_id: string }>().job_id;
    };
    const earned = async () =>
      (await seller.byKey('GET', `/api/v1/voices/community/${id}`)).json<Listing>().sellerEarningsCredits;
    const rendered = await finishedJob(buyer, await order());
    assert.equal(rendered.status, 'completed', JSON.stringify(rendered));
    assert.equal(rendered.credits, 12 + 10 + 10 * Math.ceil(Number(rendered.duration_seconds)));
    assert.equal(await earned(), 7);
    const letGo = holdVideos(service);
    const canceled = await order();
    assert.equal((await buyer.byKey('DELETE', `/api/v1/jobs/${canceled}`)).statusCode, 200);
    letGo();
    assert.equal(await earned(), 7);
  });

  test('after unlisting, licences work for 30 days and licensees get a notice; others get 404', async () => {
    const { clone, id } = await listed();
    await license(id);
    const reply = await unlist(clone);
    assert.equal(reply.json<Published>().listing.status, 'unlisted');
    assert.equal((await unlist(clone)).statusCode, 200);
    assertError(await license(id, await openCustomer(service)), 404);
    assert.equal((await buyer.speak({ voice_id: id })).statusCode, 200);
    const { notices } = (await buyer.byKey('GET', '/api/v1/voices/community/notices')).json<{
      notices: { event: string; listing_id: string; usable_until: string }[];
    }>();
    const mine = notices.filter((notice) => notice.listing_id === id);
    assert.deepEqual(
      mine.map(({ event }) => event),
      ['listing.unlisted'],
    );
    service.clock.advanceMs(30 * DAY_MS + 1);
    assertError(await buyer.speak({ voice_id: id }), 404, 'voice_not_found');
    assertError(await unlist(await giveVoice(service, seller)), 404);
  });

  test('the preview is audio in the voice of the listing, for callers only', async () => {
    const { clone, id } = await listed();
    const preview = await buyer.byKey('GET', `/api/v1/voices/community/${id}/preview`);
    assert.equal(preview.statusCode, 200, preview.body);
    assert.equal(preview.headers['content-type'], 'audio/wav');
    assert.equal(preview.rawPayload.subarray(0, 4).toString(), 'RIFF');
    assert.equal(service.speech.lastRequest?.voiceId, clone);
    assertError(await service.app.inject(`/api/v1/voices/community/${id}/preview`), 401);
    assertError(await buyer.byKey('GET', `/api/v1/voices/community/${uuidv7()}/preview`), 404);
  });

  test('an unlisted listing is for those who have its id, an invited one for those invited', async () => {
    const { id } = await listed({ visibility: 'unlisted' });
    assert.equal((await license(id)).statusCode, 201);
    const guest = await openCustomer(service);
    const invited = await listed({ visibility: 'invited', invite_emails: [guest.email.toUpperCase()] });
    assertError(await license(invited.id), 404);
    assert.equal((await license(invited.id, guest)).statusCode, 201);
  });

  test('of publishing and deleting a voice at once, no listing is left without its voice', async () => {
    const clone = await giveVoice(service, seller);
    const [published] = await Promise.all([
      publish(clone),
      service.db.transaction().execute(async (tx) => {
        await sql`SELECT id FROM voices WHERE id = ${clone} FOR UPDATE`.execute(tx);
        await sql`DELETE FROM voices WHERE id = ${clone}`.execute(tx);
      }),
    ]);
    assert.ok([201, 404].includes(published.statusCode), published.body);
    const { rows } = await sql`SELECT FROM listings WHERE voice_id = ${clone}`.execute(service.db);
    assert.equal(rows.length, 0);
  });
});
