import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { rankListings } from '../../src/library/marketplace/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

type Listing = {
  id: string;
  title: string;
  uses: number;
  ratingAvg: number | null;
  reviewCount: number;
  licensed: boolean;
};
type Page = {
  listings: Listing[];
  voices: { id: string; source: string; price_credits: number }[];
  next_cursor: string | null;
};

describe('browsing and reviewing listings', () => {
  let service: TestService;
  let seller: Customer;
  let buyer: Customer;
  const ids: Record<'narrator' | 'robot' | 'french', string> = { narrator: '', robot: '', french: '' };

  before(async () => {
    service = await openTestService();
    const admin = await openAdmin(service);
    [seller, buyer] = await Promise.all([openCustomer(service), openCustomer(service)]);
    await admin.setPlan(seller, 'creator');
    ids.narrator = await listed({ title: 'Warm narrator', description: 'Reads audiobooks.', tags: ['calm'] });
    ids.robot = await listed({ title: 'Robot', description: 'Beeps.', tags: ['funny', 'Metallic'] });
    ids.french = await listed({ title: 'Élodie', description: 'Une voix calme.' }, 'fr-fr');
    await listed({ title: 'Hidden narrator', visibility: 'unlisted' });
  });
  beforeEach(() => forgetRateLimits(service.db));
  after(() => service.close());

  async function listed(offer: object, language?: string): Promise<string> {
    service.clock.advanceMs(1_000);
    const clone = await giveVoice(service, seller, language ? { language } : {});
    const reply = await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, {
      ...offer,
      consent: true,
    });
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json<{ voice_id: string }>().voice_id;
  }
  async function browse(query = '', by = buyer): Promise<Page> {
    const reply = await by.byKey('GET', `/api/v1/voices/community${query}`);
    assert.equal(reply.statusCode, 200, reply.body);
    return reply.json<Page>();
  }
  const found = async (query: string) => (await browse(query)).listings.map(({ title }) => title).sort();
  const review = (by: Customer, id: string, body: object) =>
    by.byKey('POST', `/api/v1/voices/community/${id}/reviews`, body);
  async function user(id: string): Promise<Customer> {
    const customer = await openCustomer(service);
    await customer.byKey('POST', `/api/v1/voices/community/${id}`);
    assert.equal((await customer.speak({ voice_id: id })).statusCode, 200);
    return customer;
  }

  test('browse: listings and voices, without those that are not public; 401 without a caller', async () => {
    const { listings, voices, next_cursor } = await browse();
    assert.deepEqual(listings.map(({ title }) => title).sort(), ['Robot', 'Warm narrator', 'Élodie']);
    assert.ok(voices.every(({ source, price_credits }) => source === 'community' && price_credits === 0));
    assert.equal(next_cursor, null);
    assertError(await service.app.inject('/api/v1/voices/community'), 401);
    assert.equal((await buyer.bySession('GET', '/api/v1/voices/community')).statusCode, 200);
  });

  test('query finds words and their beginnings in title, description and tags', async () => {
    assert.deepEqual(await found('?query=narr'), ['Warm narrator']);
    assert.deepEqual(await found('?query=AUDIOBOOKS'), ['Warm narrator']);
    assert.deepEqual(await found('?query=metal'), ['Robot']);
    assert.deepEqual(await found('?query=calm'), ['Warm narrator', 'Élodie']);
    assert.deepEqual(await found(`?query=${encodeURIComponent('warm reads')}`), ['Warm narrator']);
    assert.deepEqual(await found(`?query=${encodeURIComponent('élo')}`), ['Élodie']);
    assert.deepEqual(await found('?query=nobody'), []);
    for (const odd of ["'", '&|!', '<->', ':*', '\\', '%', '()'])
      assert.deepEqual(await found(`?query=${encodeURIComponent(odd)}`), []);
    assert.equal((await found('?query=')).length, 3);
  });

  test('language and tag filter; an unknown sort or a foreign cursor is 400', async () => {
    assert.deepEqual(await found('?language=fr'), ['Élodie']);
    assert.deepEqual(await found('?language=EN'), ['Robot', 'Warm narrator']);
    assert.deepEqual(await found('?tag=Metallic'), ['Robot']);
    assertError(await buyer.byKey('GET', '/api/v1/voices/community?sort=best'), 400);
    assertError(await buyer.byKey('GET', '/api/v1/voices/community?cursor=bm8'), 400, 'invalid_cursor');
  });

  test('recent is newest first, in pages without gaps or repetitions', async () => {
    const first = await browse('?sort=recent&limit=2');
    assert.deepEqual(
      first.listings.map(({ title }) => title),
      ['Élodie', 'Robot'],
    );
    const second = await browse(`?sort=recent&limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual(
      second.listings.map(({ title }) => title),
      ['Warm narrator'],
    );
    assert.equal(second.next_cursor, null);
  });

  test('the catalog has published listings with source community and their price', async () => {
    const reply = await buyer.byKey('GET', '/api/v1/voices?source=community');
    const { voices, listings } = reply.json<{ voices: { id: string }[]; listings: { id: string }[] }>();
    assert.ok(voices.some(({ id }) => id === ids.robot));
    assert.ok(listings.some(({ id }) => id === ids.robot));
  });

  test('similar: the recording also finds public and licensed listings, and none that the account may not know of', async () => {
    const near = async (by: Customer) => {
      const reply = await postForm(by, '/api/v1/voices/similar?limit=100', { file: sound(5) });
      assert.equal(reply.statusCode, 200, reply.body);
      const { voices } = reply.json<{ voices: { id: string; source: string; similarity: number }[] }>();
      return voices.filter(({ source }) => source === 'community');
    };
    const guest = await openCustomer(service);
    const other = await openCustomer(service);
    const invited = await listed({ title: 'Club', visibility: 'invited', invite_emails: [guest.email] });
    await guest.byKey('POST', `/api/v1/voices/community/${invited}`);
    const found = await near(other);
    assert.deepEqual(found.map(({ id }) => id).sort(), Object.values(ids).sort());
    assert.ok(found.every(({ similarity }) => similarity >= -1 && similarity <= 1));
    assert.deepEqual((await near(guest)).map(({ id }) => id).sort(), [...Object.values(ids), invited].sort());
    assert.deepEqual(await near(seller), [], 'the seller finds the voice itself');
  });

  test('review: 201 after licence and use, changed by a second one; 1 to 5', async () => {
    const customer = await user(ids.robot);
    const first = await review(customer, ids.robot, { rating: 2, comment: 'Meh.' });
    assert.equal(first.statusCode, 201, first.body);
    for (const rating of [0, 6, 2.5, '']) assertError(await review(customer, ids.robot, { rating }), 400);
    await review(customer, ids.robot, { rating: 4 });
    const page = await buyer.byKey('GET', `/api/v1/voices/community/${ids.robot}/reviews`);
    const { reviews } = page.json<{ reviews: Record<string, unknown>[] }>();
    assert.deepEqual(
      reviews.map(({ rating, comment, own }) => ({ rating, comment, own })),
      [{ rating: 4, comment: null, own: false }],
    );
    assert.ok(!page.body.includes(customer.accountId));
    const listing = await buyer.byKey('GET', `/api/v1/voices/community/${ids.robot}`);
    const { ratingAvg, reviewCount, uses } = listing.json<Listing>();
    assert.deepEqual({ ratingAvg, reviewCount, uses }, { ratingAvg: 4, reviewCount: 1, uses: 1 });
  });

  test('review: 403 without a licence, 409 before a use, 400 of one’s own, 404, 401', async () => {
    const stranger = await openCustomer(service);
    assertError(await review(stranger, ids.french, { rating: 5 }), 403, 'not_licensed');
    await stranger.byKey('POST', `/api/v1/voices/community/${ids.french}`);
    assertError(await review(stranger, ids.french, { rating: 5 }), 409, 'not_used_yet');
    assertError(await review(seller, ids.french, { rating: 5 }), 400, 'own_listing');
    assertError(await review(stranger, uuidv7(), { rating: 5 }), 404);
    const url = `/api/v1/voices/community/${ids.french}/reviews`;
    assertError(await service.app.inject({ method: 'POST', url, payload: { rating: 5 } }), 401);
  });

  test('two reviews of one account at once are one review', async () => {
    const customer = await user(ids.french);
    const replies = await Promise.all([1, 5].map((rating) => review(customer, ids.french, { rating })));
    assert.deepEqual(
      replies.map(({ statusCode }) => statusCode),
      [201, 201],
    );
    const page = await buyer.byKey('GET', `/api/v1/voices/community/${ids.french}/reviews`);
    assert.equal(page.json<{ reviews: object[] }>().reviews.length, 1);
  });

  test('popular counts uses; featured also ratings, and one five-star review does not rule', async () => {
    const users = [await user(ids.narrator), await user(ids.narrator), await user(ids.narrator)];
    for (const customer of users) await review(customer, ids.narrator, { rating: 4 });
    const single = await user(ids.french);
    await review(single, ids.french, { rating: 5 });
    await rankListings(service);
    const order = async (sort: string) => (await browse(`?sort=${sort}`)).listings.map(({ title }) => title);
    assert.equal((await order('popular'))[0], 'Warm narrator');
    assert.equal((await order('featured'))[0], 'Warm narrator');
    assert.equal((await order('featured')).at(-1), 'Robot');
  });

  test('report: 201, 400 without a known reason, 404, 401', async () => {
    const url = `/api/v1/voices/community/${ids.robot}/report`;
    const reply = await buyer.byKey('POST', url, { reason: 'impersonation', details: 'This is me.' });
    assert.equal(reply.statusCode, 201, reply.body);
    const again = () => buyer.byKey('POST', url, { reason: 'other' }, { 'idempotency-key': 'once' });
    assert.deepEqual((await again()).json(), (await again()).json());
    assert.equal((await again()).headers['idempotent-replayed'], 'true');
    assertError(await buyer.byKey('POST', url, { reason: 'boring' }), 400);
    assertError(
      await buyer.byKey('POST', `/api/v1/voices/community/${uuidv7()}/report`, { reason: 'other' }),
      404,
    );
    assertError(await service.app.inject({ method: 'POST', url, payload: { reason: 'other' } }), 401);
  });
});
