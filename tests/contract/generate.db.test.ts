import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { registerWorker } from '../../src/work/workers/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { finishedJob, type Job, routingCredits } from '../support/follow-job.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there.';
const ROUTE = '/api/v1/generate';

describe('POST /api/v1/generate, as specified', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  afterEach(() => {
    service.speech.behaviour = 'speak';
    service.video.failure = undefined;
    return forgetRateLimits(service.db);
  });
  after(() => service.close());

  const generate = (customer: Customer, body: object, headers = {}) =>
    customer.byKey('POST', ROUTE, body, headers);
  const used = async (customer: Customer) => (await customer.figures()).credits.used;

  test('200 (sync fast path): the result, executedBy and the cost; 1 routing credit', async () => {
    const customer = await openCustomer(service);
    const reply = await generate(customer, { text: TEXT });
    assert.equal(reply.statusCode, 200, reply.body);
    const { success, data, meta } = reply.json();
    assert.equal(success, true);
    assert.deepEqual(meta, {
      executedBy: 'local_worker',
      creditsDeducted: TEXT.length,
      routingCreditsDeducted: 1,
    });
    assert.equal(data.model, 'kokoro-82m');
    assert.ok(data.duration_seconds > 0);
    const audio = Buffer.from(data.audio, 'base64');
    assert.equal(audio.subarray(0, 4).toString(), 'RIFF');
    const { pathname, search } = new URL(data.audio_url);
    const kept = await stranger(service)('GET', pathname + search);
    assert.ok(kept.rawPayload.equals(audio), 'audio_url is the same sound');
    assert.equal(await used(customer), TEXT.length);
    assert.equal(await routingCredits(customer), 49);
    assert.equal(service.speech.lastRequest?.voiceId, 'af_heart');
  });

  test('202 (async): a job, its poll path and executedBy; 3 routing credits', async () => {
    const customer = await openCustomer(service);
    const reply = await generate(customer, { text: TEXT, taskType: 'unified' });
    assert.equal(reply.statusCode, 202, reply.body);
    const { job_id: id, ...body } = reply.json<Job>();
    assert.deepEqual(body, {
      success: true,
      kind: 'video',
      status: 'PROCESSING',
      poll: `/api/v1/jobs/${id}`,
      meta: { executedBy: 'gpu_cluster', routingCreditsDeducted: 3, creditsReserved: TEXT.length + 10 },
    });
    const job = await finishedJob(customer, id);
    assert.equal(job.status, 'completed');
    assert.equal(await used(customer), job.credits);
    assert.equal(await routingCredits(customer), 47);
  });

  const LONG = 'word '.repeat(100);
  const ROUTES: Record<string, { body: object; status: number }> = {
    'text alone': { body: { text: TEXT }, status: 200 },
    'taskType tts': { body: { text: TEXT, taskType: 'tts' }, status: 200 },
    'taskType tts, whatever the avatar': {
      body: { text: TEXT, taskType: 'tts', avatar_id: 'clara' },
      status: 200,
    },
    'an empty input': { body: { text: TEXT, input: [] }, status: 200 },
    'fewer than 500 characters': { body: { text: LONG.slice(0, 499) }, status: 200 },
    '500 characters': { body: { text: LONG }, status: 202 },
    '500 characters of taskType tts': { body: { text: LONG, taskType: 'tts' }, status: 202 },
    forceCloud: { body: { text: TEXT, taskType: 'tts', forceCloud: true }, status: 202 },
    'text with avatar_id': { body: { text: TEXT, avatar_id: 'default' }, status: 202 },
    'taskType lip_sync': { body: { text: TEXT, taskType: 'lip_sync' }, status: 202 },
  };
  for (const [what, { body, status }] of Object.entries(ROUTES)) {
    test(`routing: ${what} → ${status === 200 ? 'local_worker' : 'gpu_cluster'}`, async () => {
      const customer = await openCustomer(service);
      const reply = await generate(customer, body);
      assert.equal(reply.statusCode, status, reply.body);
      const executedBy = status === 200 ? 'local_worker' : 'gpu_cluster';
      assert.equal(reply.json().meta.executedBy, executedBy);
      if (status === 202) await finishedJob(customer, reply.json<Job>().job_id);
    });
  }

  test('a failed job releases everything, routing credits included', async () => {
    const customer = await openCustomer(service);
    service.video.failure = new DomainError({ kind: 'invalid', code: 'no_face', public: 'No face.' });
    const { job_id: id } = (await generate(customer, { text: TEXT, forceCloud: true })).json<Job>();
    assert.equal((await finishedJob(customer, id)).status, 'failed');
    assert.equal(await used(customer), 0);
    assert.equal(await routingCredits(customer), 50);
  });

  test('502: the local worker fails; nothing is charged, and forceCloud is suggested if there is another worker', async () => {
    const customer = await openCustomer(service);
    service.speech.behaviour = 'killed';
    const reply = await generate(customer, { text: TEXT });
    assertError(reply, 502, 'local_worker_failed');
    assert.match(reply.json().error, /^Local worker failed; nothing was charged. Try again/);
    await registerWorker(service, { name: 'elsewhere', capabilities: ['video'], id: 'elsewhere' });
    service.speech.behaviour = 'killed';
    const withCloud = await generate(customer, { text: TEXT });
    assert.match(withCloud.json().error, /^Local worker failed.*Retry with forceCloud true/);
    await sql`DELETE FROM workers WHERE id = 'elsewhere'`.execute(service.db);
    assert.equal(await used(customer), 0);
    assert.equal(await routingCredits(customer), 50);
  });

  test('402: routing wallet empty, even with credits left', async () => {
    const customer = await openCustomer(service);
    for (let left = 50; left > 2; left -= 1)
      assert.equal((await generate(customer, { text: 'Hi.' })).statusCode, 200);
    assertError(await generate(customer, { text: TEXT, forceCloud: true }), 402, 'routing_credits_exhausted');
    assert.equal((await generate(customer, { text: 'Hi.' })).statusCode, 200);
    assert.equal((await generate(customer, { text: 'Hi.' })).statusCode, 200);
    assertError(await generate(customer, { text: TEXT }), 402, 'routing_credits_exhausted');
    assert.equal((await customer.speak()).statusCode, 200, 'other routes need none');
  });

  test('402: insufficient plan credits take no routing credit', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 5);
    assertError(await generate(customer, { text: TEXT }), 402, 'quota_exhausted');
    assertError(await generate(customer, { text: TEXT, avatar_id: 'clara' }), 402, 'quota_exhausted');
    assert.equal(await routingCredits(customer), 50);
    assert.deepEqual((await customer.byKey('GET', '/api/v1/jobs')).json().jobs, []);
  });

  test('400 and 404: invalid requests are refused before anything is spent', async () => {
    const customer = await openCustomer(service);
    assertError(await generate(customer, {}), 400, 'text_required');
    assertError(await generate(customer, { text: ' ', taskType: 'unified' }), 400, 'text_required');
    assertError(await generate(customer, { text: 'x'.repeat(5_001) }), 400, 'text_too_long');
    assertError(await generate(customer, { text: TEXT, taskType: 'dance' }), 400, 'invalid_request');
    assertError(await generate(customer, { text: TEXT, forceCloud: 'yes' }), 400, 'invalid_request');
    assertError(await generate(customer, { text: TEXT, model: 'xtts' }), 400, 'unknown_model');
    assertError(await generate(customer, { text: TEXT, avatar_id: 'clara', video_model: 'x' }), 400);
    assertError(await generate(customer, { text: TEXT, options: { sync_mode: 'x' } }), 400);
    assertError(await generate(customer, { text: TEXT, voice_id: 'nobody' }), 404, 'voice_not_found');
    assertError(await generate(customer, { text: TEXT, avatar_id: 'nobody' }), 404, 'avatar_not_found');
    const hook = { text: TEXT, forceCloud: true, webhook_url: 'http://127.0.0.1/' };
    assertError(await generate(customer, hook), 400, 'url_not_allowed');
    assert.equal(await used(customer), 0);
    assert.equal(await routingCredits(customer), 50);
  });

  test('400: a text with a lone surrogate', async () => {
    const customer = await openCustomer(service);
    for (const change of [{}, { avatar_id: 'clara' }, { taskType: 'llm_inference' }])
      assertError(await generate(customer, { text: 'Hello \ud800 there.', ...change }), 400);
    assert.equal(await routingCredits(customer), 50);
  });

  test('order of checks: 401, 429 of the generate bucket, 400, 404, 402', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, 0);
    const bad = { text: '', voice_id: 'nobody' };
    assertError(await stranger(service)('POST', ROUTE, bad), 401);
    assertError(await generate(customer, bad), 400);
    assertError(await generate(customer, { text: TEXT, voice_id: 'nobody' }), 404);
    const refused = await generate(customer, { text: TEXT });
    assertError(refused, 402);
    assert.match(String(refused.headers['ratelimit-policy']), /^"generate";q=60/);
    for (let hit = 3; hit < 60; hit += 1) await generate(customer, bad);
    const late = await generate(customer, bad);
    assertError(late, 429, 'rate_limited');
    assert.equal(late.headers['retry-after'], '60');
  });

  test('an Idempotency-Key creates one result or job and one charge, however often it is sent', async () => {
    const customer = await openCustomer(service);
    for (const body of [{ text: TEXT }, { text: TEXT, avatar_id: 'clara' }]) {
      const headers = { 'idempotency-key': JSON.stringify(body) };
      const first = await generate(customer, body, headers);
      const again = await generate(customer, body, headers);
      assert.ok(first.statusCode < 300, first.body);
      assert.equal(again.headers['idempotent-replayed'], 'true');
      assert.ok(again.rawPayload.equals(first.rawPayload));
    }
    assert.equal(await routingCredits(customer), 46);
    const { jobs } = (await customer.byKey('GET', '/api/v1/jobs')).json<{ jobs: Job[] }>();
    assert.equal(jobs.length, 1);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
