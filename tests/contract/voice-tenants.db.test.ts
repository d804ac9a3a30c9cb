import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, postClone } from '../support/clone-voice.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const SECRET = 'Quimby Featherstonehaugh';
const CHALLENGE = '01890000-0000-7000-8000-000000000000';
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Call = [method: Method, url: string, body?: object];

describe('voices and listings of another account', () => {
  let service: TestService;
  let owner: Customer;
  let thief: Customer;
  let guest: Customer;
  let clone: { id: string; job_id: string };
  let design: string;
  let invited: string;

  before(async () => {
    service = await openTestService();
    const admin = await openAdmin(service);
    [owner, thief, guest] = [
      await openCustomer(service),
      await openCustomer(service),
      await openCustomer(service),
    ];
    for (const customer of [owner, thief]) await admin.setPlan(customer, 'developer');
    clone = await cloneVoice(owner, { fields: { name: SECRET } });
    design = await giveVoice(service, owner, { source: 'design' });
    invited = await offered(clone.id, { visibility: 'invited', invite_emails: [guest.email] });
  });
  afterEach(() => forgetRateLimits(service.db));
  after(() => service.close());

  async function offered(id: string, change: object = {}, headers = {}): Promise<string> {
    const offer = { title: SECRET, consent: true, ...change };
    const reply = await owner.byKey('POST', `/api/voices/clone/${id}/publish`, offer, headers);
    assert.equal(reply.statusCode, 201, reply.body);
    return reply.json().voice_id;
  }
  const license = (by: Customer, id: string, headers = {}) =>
    by.byKey('POST', `/api/v1/voices/community/${id}`, undefined, headers);

  test('404 on every route for every id, whatever it is the id of, and never a hint', async () => {
    const routes = (id: string): Call[] => [
      ['GET', `/api/voices/clone/${id}`],
      ['PATCH', `/api/voices/clone/${id}`, { name: 'Mine' }],
      ['DELETE', `/api/voices/clone/${id}`],
      ['GET', `/api/v1/voices/clone/${id}/sample`],
      ['GET', `/api/voices/clone/${id}/consent`],
      ['POST', `/api/voices/clone/${id}/publish`, { title: 'Mine', consent: true }],
      ['DELETE', `/api/voices/clone/${id}/publish`],
      ['GET', `/api/voices/design/${id}`],
      ['PATCH', `/api/voices/design/${id}`, { name: 'Mine' }],
      ['DELETE', `/api/voices/design/${id}`],
      ['GET', `/api/v1/voices/${id}/preview`],
      ['POST', `/api/v1/voices/${id}/remix`, { prompt: 'deeper' }],
      ['POST', '/api/v1/tts', { text: 'Hi.', voice_id: id }],
      ['GET', `/api/v1/voices/community/${id}`],
      ['POST', `/api/v1/voices/community/${id}`],
      ['GET', `/api/v1/voices/community/${id}/preview`],
      ['GET', `/api/v1/voices/community/${id}/reviews`],
      ['POST', `/api/v1/voices/community/${id}/reviews`, { rating: 1 }],
      ['POST', `/api/v1/voices/community/${id}/report`, { reason: 'other' }],
    ];
    for (const id of [clone.id, design, invited]) {
      for (const [method, url, body] of routes(id)) {
        const reply = await thief.byKey(method, url, body);
        assert.equal(reply.statusCode, 404, `${method} ${url}: ${reply.body}`);
        assertError(reply, 404);
        assert.ok(!reply.body.includes('Quimby'), url);
      }
      const parts = { challenge_id: CHALLENGE, recording: sound(6) };
      assertError(await postForm(thief, `/api/voices/clone/${id}/consent`, parts), 404, 'voice_not_found');
      assertError(await postClone(thief, { fields: { prosody_from: id } }), 404, 'voice_not_found');
      await forgetRateLimits(service.db);
    }
    for (const [method, url] of [
      ['GET', `/api/v1/jobs/${clone.job_id}`],
      ['GET', `/api/v1/jobs/${clone.job_id}/events`],
      ['DELETE', `/api/v1/jobs/${clone.job_id}`],
    ] as const)
      assertError(await thief.byKey(method, url), 404);
    assert.equal((await owner.byKey('GET', `/api/voices/clone/${clone.id}`)).json().name, SECRET);
  });

  test('lists, searches and the cursors of another account show nothing of it', async () => {
    await giveVoice(service, owner);
    const page = (await owner.byKey('GET', '/api/voices/clone?limit=1')).json();
    const paths = ['/api/voices/clone', '/api/voices/design', '/api/v1/voices/community/notices'];
    for (const path of paths) {
      const reply = await thief.byKey('GET', `${path}?cursor=${page.next_cursor}`);
      const [list] = Object.values(reply.json<Record<string, unknown>>());
      assert.deepEqual([reply.statusCode, list], [200, []], path);
    }
    for (const path of [
      '/api/v1/voices?limit=100',
      '/api/v1/voices/community?query=quimby',
      '/api/v1/jobs',
      '/api/v1/webhook-deliveries',
    ])
      assert.ok(!(await thief.byKey('GET', path)).body.includes('Quimby'), path);
    const found = await postForm(thief, '/api/v1/voices/similar?limit=100', { file: sound(6) });
    assert.ok(!found.body.includes('Quimby') && !found.body.includes(clone.id), found.body);
  });

  test('an invitation is for its address alone, and lasts as long as it is in the list', async () => {
    assert.equal((await guest.byKey('GET', `/api/v1/voices/community/${invited}/preview`)).statusCode, 200);
    assert.ok(!(await guest.byKey('GET', '/api/v1/voices/community')).body.includes('Quimby'));
    await offered(clone.id, { visibility: 'invited', invite_emails: [thief.email] });
    assertError(await license(guest, invited), 404);
    assert.equal((await license(thief, invited)).statusCode, 201);
    await offered(clone.id, { visibility: 'invited', invite_emails: [guest.email] });
    assert.equal(
      (await thief.speak({ voice_id: invited })).statusCode,
      200,
      'a licence outlives the invitation',
    );
  });

  test('licensees and browsers learn neither the clone nor the account behind a listing', async () => {
    const voice = await giveVoice(service, owner, { seed: 77 });
    const id = await offered(voice, { title: 'In the open' });
    const licence = await license(thief, id);
    assert.equal((await thief.speak({ voice_id: id })).statusCode, 200);
    const review = await thief.byKey('POST', `/api/v1/voices/community/${id}/reviews`, { rating: 4 });
    const seen = [licence.body, review.body];
    for (const path of [
      `/api/v1/voices/community/${id}`,
      '/api/v1/voices/community',
      `/api/v1/voices/community/${id}/reviews`,
      '/api/v1/voices?source=community',
      '/api/v1/history',
      '/api/usage?group_by=voice',
    ]) {
      const reply = await thief.byKey('GET', path);
      seen.push(reply.statusCode === 401 ? (await thief.bySession('GET', path)).body : reply.body);
    }
    for (const body of seen)
      for (const secret of [voice, owner.accountId, owner.email]) assert.ok(!body.includes(secret), body);
    const reviews = (await owner.byKey('GET', `/api/v1/voices/community/${id}/reviews`)).body;
    for (const secret of [thief.accountId, thief.email]) assert.ok(!reviews.includes(secret), reviews);
  });

  test('names in any script are kept as they are meant, and found; those that deceive are refused', async () => {
    const path = `/api/voices/clone/${clone.id}`;
    for (const [given, kept] of [
      ['Zoe\u0308 🎙️', 'Zoë 🎙️'],
      ['  مرحبا  بالعالم ', 'مرحبا بالعالم'],
      ['山田\u3000太郎', '山田 太郎'],
      ['\u202egnp.exe', 'gnp.exe'],
    ] as const) {
      const reply = await owner.byKey('PATCH', path, { name: given });
      assert.deepEqual([reply.statusCode, reply.json().name], [200, kept], given);
    }
    const voice = await giveVoice(service, owner, { seed: 99 });
    for (const name of ['a\u0000b', '\u200b', '\u200d\ufe0f', '\ud800']) {
      assertError(await owner.byKey('PATCH', path, { name }), 400);
      const offer = { title: name, consent: true };
      assertError(await owner.byKey('POST', `/api/voices/clone/${voice}/publish`, offer), 400);
    }
    const deceit = { title: '\u202egnp', tags: ['\u2066calm', '\u200b'], description: 'One\n\u202ewt' };
    const plain = { title: 'gnp', tags: ['calm'], description: 'One\nwt' };
    const published = await owner.byKey('POST', `/api/voices/clone/${voice}/publish`, {
      ...deceit,
      consent: true,
    });
    const { title, tags, description } = published.json().listing;
    assert.deepEqual({ title, tags, description }, plain);
    const id = await offered(voice, { title: 'Zoë Łódź', tags: ['Übung'], description: '東京の声' });
    for (const query of ['ZOË', 'łódź', 'übung', '東京の声', 'Zoe\u0308']) {
      const found = await thief.byKey('GET', `/api/v1/voices/community?query=${encodeURIComponent(query)}`);
      assert.deepEqual(
        found.json().listings.map((listing: { id: string }) => listing.id),
        [id],
        query,
      );
    }
  });

  test('an Idempotency-Key belongs to one account, one route and one voice', async () => {
    const key = { 'idempotency-key': 'everywhere' };
    const voices = [
      await giveVoice(service, owner, { seed: 11 }),
      await giveVoice(service, owner, { seed: 12 }),
    ] as const;
    const first = await offered(voices[0], { title: 'First' }, key);
    assert.equal(await offered(voices[0], { title: 'First' }, key), first);
    const same = { title: 'First', consent: true };
    assertError(await owner.byKey('POST', `/api/voices/clone/${voices[1]}/publish`, same, key), 422);
    const second = await offered(voices[1], { title: 'Second' });
    const licensed = await license(thief, first, key);
    assert.deepEqual([licensed.statusCode, licensed.headers['idempotent-replayed']], [201, undefined]);
    assertError(await license(thief, second, key), 422, 'idempotency_key_reused');
    assert.equal((await license(guest, second, key)).json().voice_id, second);
    const url = `/api/v1/voices/community/${first}/report`;
    const report = await thief.byKey('POST', url, { reason: 'other' }, key);
    assert.deepEqual([report.statusCode, report.headers['idempotent-replayed']], [201, undefined]);
  });
});
