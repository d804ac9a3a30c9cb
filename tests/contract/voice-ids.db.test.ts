import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { giveVoice } from '../support/ready-voice.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { madeVoice } from '../support/voices.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';
const TEXT = 'Hello there.';

/** Every route that speaks. */
const ROUTES: Record<string, { url: string; body(voice_id: string): object }> = {
  tts: { url: '/api/v1/tts', body: (voice_id) => ({ text: TEXT, voice_id }) },
  stream: { url: '/api/v1/tts/stream', body: (voice_id) => ({ text: TEXT, voice_id, format: 'wav' }) },
  timestamps: { url: '/api/v1/tts/with-timestamps', body: (voice_id) => ({ text: TEXT, voice_id }) },
  generate: { url: '/api/v1/generate', body: (voice_id) => ({ text: TEXT, voice_id }) },
  'generate in the cloud': {
    url: '/api/v1/generate',
    body: (voice_id) => ({ text: TEXT, voice_id, avatar_id: 'default' }),
  },
  avatar: { url: '/api/v1/avatar', body: (voice_id) => ({ text: TEXT, voice_id }) },
  batch: { url: '/api/v1/generate/batch', body: (voice_id) => ({ items: [{ text: TEXT, voice_id }] }) },
  openai: { url: '/v1/audio/speech', body: (voice) => ({ model: 'tts-1', input: TEXT, voice }) },
  'openai events': {
    url: '/v1/audio/speech',
    body: (voice) => ({ model: 'tts-1', input: TEXT, voice, stream_format: 'sse' }),
  },
};

describe('every kind of voice_id on every route that speaks', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  let seller: Customer;

  before(async () => {
    service = await openTestService({ lips: true });
    admin = await openAdmin(service);
    [customer, seller] = await Promise.all([openCustomer(service), openCustomer(service)]);
    for (const one of [customer, seller]) await admin.setPlan(one, 'developer');
  });
  afterEach(() => forgetRateLimits(service.db));
  after(async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });

  async function refusedEverywhere(voiceId: string, status: number, code: string, by = customer) {
    const { calls } = service.speech;
    for (const [name, { url, body }] of Object.entries(ROUTES)) {
      const reply = await by.byKey('POST', url, body(voiceId));
      assert.equal(reply.statusCode, status, `${name}: ${reply.body}`);
      assertError(reply, status, code);
    }
    assert.equal(service.speech.calls, calls);
    await forgetRateLimits(service.db);
  }
  /** The voice itself, which is behind a listing, speaks on every route. */
  async function speaksEverywhere(voiceId: string, spokenId = voiceId) {
    for (const [name, { url, body }] of Object.entries(ROUTES)) {
      service.speech.lastRequest = null;
      const reply = await customer.byKey('POST', url, body(voiceId));
      assert.ok([200, 202].includes(reply.statusCode), `${name}: ${reply.body}`);
      if (reply.statusCode === 202) {
        const { job_id, jobs } = reply.json();
        const job = await finishedJob(customer, job_id ?? jobs[0].job_id);
        assert.equal(job.status, 'completed', `${name}: ${job.error}`);
      }
      const spoken = service.speech.lastRequest as { speaker?: object; voiceId: string } | null;
      // Speech that was cached by an earlier route is not synthesized again.
      if (!spoken) continue;
      assert.ok(spoken.speaker, name);
      assert.ok([voiceId, spokenId].includes(spoken.voiceId), name);
    }
    await forgetRateLimits(service.db);
  }
  async function offered(change: object = {}): Promise<{ clone: string; id: string }> {
    const clone = await giveVoice(service, seller, { seed: Math.random() * 1_000 });
    const offer = { title: 'Ada', consent: true, ...change };
    const reply = await seller.byKey('POST', `/api/voices/clone/${clone}/publish`, offer);
    assert.equal(reply.statusCode, 201, reply.body);
    return { clone, id: reply.json().voice_id };
  }

  test('a clone', async () => speaksEverywhere(await giveVoice(service, customer)));

  test('a design', async () => speaksEverywhere(await giveVoice(service, customer, { source: 'design' })));

  test('a remix', async () => {
    const source = await giveVoice(service, customer);
    const reply = await customer.byKey('POST', `/api/v1/voices/${source}/remix`, { prompt: 'deeper' });
    assert.equal((await madeVoice(customer, reply.json().poll)).status, 'ready');
    await speaksEverywhere(reply.json().voice_id);
  });

  test('a licensed listing, and the seller’s own', async () => {
    const { clone, id } = await offered();
    await refusedEverywhere(id, 404, 'not_licensed');
    await customer.byKey('POST', `/api/v1/voices/community/${id}`);
    await speaksEverywhere(id, clone);
    assert.equal((await seller.speak({ voice_id: id })).statusCode, 200);
    await refusedEverywhere(clone, 404, 'voice_not_found');
  });

  test('409: a voice that is still being made, and one that failed', async () => {
    for (const source of ['clone', 'design'] as const) {
      const queued = await giveVoice(service, customer, { source, status: 'queued' });
      await refusedEverywhere(queued, 409, 'voice_not_ready');
      const failed = await giveVoice(service, customer, { source, status: 'failed' });
      await refusedEverywhere(failed, 409, 'voice_failed');
    }
  });

  test('404: a voice that is unknown, no id at all, or another account’s, ready or not', async () => {
    await refusedEverywhere(UNKNOWN, 404, 'voice_not_found');
    await refusedEverywhere('nobody', 404, 'voice_not_found');
    for (const status of ['ready', 'queued', 'failed'] as const)
      await refusedEverywhere(await giveVoice(service, seller, { status }), 404, 'voice_not_found');
  });

  test('404 to licensees and 409 to the owner: a voice that was taken down', async () => {
    const { clone, id } = await offered();
    await customer.byKey('POST', `/api/v1/voices/community/${id}`);
    await admin.call('POST', `/api/admin/listings/${id}/takedown`, { reason: 'Stop.' });
    await refusedEverywhere(id, 404, 'voice_not_found');
    await refusedEverywhere(clone, 409, 'voice_taken_down', seller);
  });
});
