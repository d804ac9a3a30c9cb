import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const ID = '01890000-0000-7000-8000-000000000000';

/** Every route of clones, the marketplace and sellers. */
const ROUTES = [
  ['POST', '/api/voices/clone'],
  ['GET', '/api/voices/clone'],
  ['GET', `/api/voices/clone/${ID}`],
  ['PATCH', `/api/voices/clone/${ID}`],
  ['DELETE', `/api/voices/clone/${ID}`],
  ['GET', `/api/v1/voices/clone/${ID}/sample`],
  ['GET', `/api/voices/clone/${ID}/consent`],
  ['POST', `/api/voices/clone/${ID}/consent`],
  ['POST', '/api/voices/consent/challenge'],
  ['POST', `/api/voices/clone/${ID}/publish`],
  ['DELETE', `/api/voices/clone/${ID}/publish`],
  ['GET', '/api/v1/voices/community'],
  ['GET', `/api/v1/voices/community/${ID}`],
  ['POST', `/api/v1/voices/community/${ID}`],
  ['GET', `/api/v1/voices/community/${ID}/preview`],
  ['GET', `/api/v1/voices/community/${ID}/reviews`],
  ['POST', `/api/v1/voices/community/${ID}/reviews`],
  ['POST', `/api/v1/voices/community/${ID}/report`],
  ['GET', '/api/v1/voices/community/notices'],
  ['GET', '/api/v1/seller/verification'],
  ['POST', '/api/v1/seller/verification'],
  ['GET', '/api/v1/seller/earnings'],
  ['GET', '/api/v1/seller/payouts'],
  ['POST', '/api/v1/seller/payouts'],
] as const;

describe('the routes of clones and of the marketplace', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  afterEach(() => forgetRateLimits(service.db));
  after(() => service.close());

  async function customerOn(plan: string): Promise<Customer> {
    const customer = await openCustomer(service);
    assert.equal((await admin.setPlan(customer, plan)).statusCode, 200);
    return customer;
  }

  test('401 on every route without a key, and with one that is malformed or revoked', async () => {
    for (const key of ['', 'Bearer pk_live_x', 'Bearer sk_live_revoked']) {
      const call = stranger(service, key === '' ? {} : { authorization: key });
      for (const [method, url] of ROUTES) assertError(await call(method, url), 401);
      await forgetRateLimits(service.db);
    }
  });

  test('defaults of a clone: a name, kind instant, engine f5-tts, language en; one file may be called sample', async () => {
    const customer = await customerOn('starter');
    const reply = await postClone(customer, { samples: [{ bytes: sound(6), field: 'sample' }] });
    assert.equal(reply.statusCode, 201, reply.body);
    const { name, kind, engine, language } = reply.json().clone;
    assert.deepEqual([name, kind, engine, language], ['My voice', 'instant', 'f5-tts', 'en']);
  });

  test('a session does what a key does: clone, rename, listen, publish, license, preview, review, unlist, delete', async () => {
    const seller = await customerOn('starter');
    const buyer = await openCustomer(service);
    const { id } = await cloneVoice({ byKey: seller.bySession });
    const path = `/api/voices/clone/${id}`;
    const offer = { title: 'Ada', consent: true };
    assert.equal((await seller.bySession('PATCH', path, { name: 'Ada' })).json().name, 'Ada');
    assert.equal((await seller.bySession('GET', `/api/v1/voices/clone/${id}/sample`)).statusCode, 200);
    const { voice_id } = (await seller.bySession('POST', `${path}/publish`, offer)).json();
    const listing = `/api/v1/voices/community/${voice_id}`;
    assert.equal((await buyer.bySession('POST', listing)).statusCode, 201);
    assert.equal((await buyer.bySession('GET', `${listing}/preview`)).statusCode, 200);
    assert.equal((await buyer.speak({ voice_id })).statusCode, 200);
    assert.equal((await buyer.bySession('POST', `${listing}/reviews`, { rating: 5 })).statusCode, 201);
    assert.equal((await seller.bySession('DELETE', `${path}/publish`)).json().listing.status, 'unlisted');
    assert.equal((await seller.bySession('DELETE', path)).statusCode, 204);
  });

  test('slots by plan: none, 1, 3 and 10, for clones, designs and remixes together; presets and listings use none', async () => {
    for (const [plan, slots] of [
      ['free', 0],
      ['starter', 1],
      ['creator', 3],
      ['developer', 10],
    ] as const) {
      const customer = await customerOn(plan);
      for (let used = 1; used < slots; used += 1)
        await giveVoice(service, customer, { source: used % 2 ? 'design' : 'clone' });
      const design = () => customer.byKey('POST', '/api/voices/design', { prompt: 'A warm narrator' });
      if (slots > 0) assert.equal((await design()).statusCode, 201, plan);
      assertError(await design(), 402, slots > 0 ? 'slot_limit' : 'plan_required');
      assert.equal((await customer.speak()).statusCode, 200);
    }
  });

  test('after a downgrade the voices still speak, but none is made or published on a plan without slots', async () => {
    const customer = await customerOn('creator');
    const first = await giveVoice(service, customer);
    const second = await giveVoice(service, customer);
    const publish = () =>
      customer.byKey('POST', `/api/voices/clone/${first}/publish`, { title: 'Ada', consent: true });
    assert.equal((await publish()).statusCode, 201);
    for (const plan of ['starter', 'suspended', 'free']) {
      await admin.setPlan(customer, plan);
      for (const voice_id of [first, second])
        assert.equal((await customer.speak({ voice_id, text: plan })).statusCode, 200, plan);
      assertError(await postClone(customer), 402, plan === 'starter' ? 'slot_limit' : 'plan_required');
    }
    assertError(await publish(), 402, 'plan_required');
    await admin.setPlan(customer, 'suspended');
    assertError(await publish(), 402, 'plan_required');
  });

  test('of a clone, a design and remixes for the last slot at once, one wins', async () => {
    const customer = await customerOn('creator');
    const source = await giveVoice(service, customer);
    await giveVoice(service, customer);
    const design = () => customer.byKey('POST', '/api/voices/design', { prompt: 'A warm narrator' });
    const remix = () => customer.byKey('POST', `/api/v1/voices/${source}/remix`, { prompt: 'deeper' });
    const replies = await Promise.all([design(), remix(), postClone(customer), remix()]);
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [201, 402, 402, 402]);
    for (const reply of replies) if (reply.statusCode === 402) assertError(reply, 402, 'slot_limit');
  });

  test('of publishing and deleting at once, no listing is left without its voice', async () => {
    const seller = await customerOn('developer');
    for (let round = 0; round < 3; round += 1) {
      const path = `/api/voices/clone/${await giveVoice(service, seller)}`;
      const [published, deleted] = await Promise.all([
        seller.byKey('POST', `${path}/publish`, { title: 'Late', consent: true }),
        seller.byKey('DELETE', path),
      ]);
      assert.equal(deleted.statusCode, 204, deleted.body);
      assert.ok([201, 404].includes(published.statusCode), published.body);
      const { listings } = (await seller.byKey('GET', '/api/v1/voices/community?query=late')).json();
      assert.deepEqual(listings, []);
    }
  });
});
