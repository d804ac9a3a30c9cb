import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, holdVideos } from '../support/follow-job.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

type Job = { job_id: string; status: string; poll: string; credits: number } & Record<string, unknown>;

const TEXT = 'Hello there, I am on screen.';

describe('POST /api/v1/avatar and the job it creates', () => {
  let service: TestService;
  let admin: Admin;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
  });
  afterEach(() => {
    service.video.failure = undefined;
    service.video.gate = Promise.resolve();
  });
  after(() => service.close());

  const order = (customer: Customer, change: object = {}, headers = {}) =>
    customer.byKey('POST', '/api/v1/avatar', { text: TEXT, ...change }, headers);
  const read = async (customer: Customer, id: string): Promise<Job> =>
    (await customer.byKey('GET', `/api/v1/jobs/${id}`)).json();
  const hold = () => holdVideos(service);
  const used = async (customer: Customer) => (await customer.figures()).credits.used;

  test('202 with the job; when completed, it costs its characters and seconds', async () => {
    const customer = await openCustomer(service);
    const reply = await order(customer);
    assert.equal(reply.statusCode, 202, reply.body);
    const job = reply.json<Job>();
    assert.equal(reply.headers.location, `/api/v1/jobs/${job.job_id}`);
    assert.equal(job.credits, TEXT.length + 20, 'two seconds are estimated');
    const done = await finishedJob(customer, job.job_id);
    assert.equal(done.status, 'completed');
    assert.equal(done.lipsync, 'procedural');
    assert.deepEqual([done.width, done.height], [854, 480]);
    const seconds = Math.ceil(Number(done.duration_seconds));
    assert.equal(done.credits, TEXT.length + 10 * seconds);
    assert.equal(await used(customer), TEXT.length + 10 * seconds);
    const [request] = service.video.requests.slice(-1);
    assert.deepEqual(request?.picture, {
      kind: 'presenter',
      presenterId: 'clara',
      background: { kind: 'scene', scene: 'studio' },
    });
    assert.equal(request?.audioKbps, 128);
  });

  test('output, thumbnail and captions: with a key, by signed URL, and in byte ranges', async () => {
    const customer = await openCustomer(service);
    const { job_id: id } = (await order(customer)).json<Job>();
    const job = await finishedJob(customer, id);
    const video = await customer.byKey('GET', `/api/v1/jobs/${id}/output`);
    assert.equal(video.rawPayload.toString('latin1', 4, 8), 'ftyp');
    assert.equal(video.headers['content-type'], 'video/mp4');
    const part = await customer.byKey('GET', `/api/v1/jobs/${id}/output`, undefined, { range: 'bytes=4-7' });
    assert.deepEqual([part.statusCode, part.body], [206, 'ftyp']);
    const { rawPayload: thumbnail } = await customer.byKey('GET', `/api/v1/jobs/${id}/thumbnail`);
    assert.deepEqual([...thumbnail.subarray(0, 2)], [0xff, 0xd8]);
    const captions = await customer.byKey('GET', `/api/v1/jobs/${id}/captions.vtt`);
    assert.match(captions.body, /^WEBVTT[\s\S]*Hello there/);

    const url = new URL(String(job.output_url));
    const anyone = (path: string) => service.app.inject({ method: 'GET', url: path });
    assert.deepEqual((await anyone(url.pathname + url.search)).rawPayload, video.rawPayload);
    for (const [field, content] of [
      ['thumbnail_url', /^\xff\xd8/],
      ['captions_url', /^WEBVTT/],
    ] as const) {
      const { pathname, search } = new URL(String(job[field]));
      assert.match((await anyone(pathname + search)).rawPayload.toString('latin1'), content);
      assertError(await anyone(url.pathname.replace(/output$/, 'thumbnail') + url.search), 401);
    }
    assert.equal(video.headers['x-content-type-options'], 'nosniff');
    assert.equal(video.headers['content-security-policy'], "sandbox; default-src 'none'");
    assertError(await anyone(url.pathname), 401);
    assertError(
      await anyone(`${url.pathname}${url.search.replace(/.$/, (end) => (end === 'A' ? 'Q' : 'A'))}`),
      401,
      'invalid_signature',
    );
    const other = await openCustomer(service);
    assertError(await other.byKey('GET', `/api/v1/jobs/${id}/output`), 404, 'job_not_found');
    assertError(await other.byKey('GET', `/api/v1/jobs/${id}`), 404, 'job_not_found');
    assertError(await other.byKey('DELETE', `/api/v1/jobs/${id}`), 404, 'job_not_found');
    assert.deepEqual((await other.byKey('GET', '/api/v1/jobs')).json().jobs, []);
  });

  test('409 for the output until the job completes; canceling releases everything at once', async () => {
    const customer = await openCustomer(service);
    const release = hold();
    const { job_id: id } = (await order(customer)).json<Job>();
    assertError(await customer.byKey('GET', `/api/v1/jobs/${id}/output`), 409, 'output_not_ready');
    const canceled = await customer.byKey('DELETE', `/api/v1/jobs/${id}`);
    assert.equal(canceled.json<Job>().status, 'canceled');
    assert.equal(await used(customer), 0);
    release();
    const done = await order(customer);
    await finishedJob(customer, done.json<Job>().job_id);
    assertError(await customer.byKey('DELETE', done.json<Job>().poll), 409, 'job_finished');
    assert.equal((await read(customer, id)).status, 'canceled');
  });

  test('an error in the request fails the job without a retry or a charge', async () => {
    const customer = await openCustomer(service);
    const message = 'No face was found in the picture.';
    service.video.failure = new DomainError({ kind: 'invalid', code: 'no_face', public: message });
    const { job_id: id } = (await order(customer)).json<Job>();
    const job = await finishedJob(customer, id);
    assert.deepEqual(
      [job.status, job.error, job.error_code, job.attempts],
      ['failed', message, 'no_face', 1],
    );
    assert.equal(job.refunded_cents, 0);
    assert.equal(await used(customer), 0);
  });

  test('paid plans use neural models only: without one the job fails with a refund, and no fallback is used', async () => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'starter');
    const { job_id: id } = (await order(customer)).json<Job>();
    const job = await finishedJob(customer, id);
    assert.deepEqual(
      [job.status, job.error_code, job.video_model],
      ['failed', 'lipsync_unavailable', 'musetalk'],
    );
    assert.equal(await used(customer), 0);
    assertError(await order(customer, { video_model: 'vox-visemes' }), 400, 'neural_lipsync_required');
  });

  test('events: a snapshot, progress and one final event; Last-Event-ID resumes; 204 after the end', async () => {
    const customer = await openCustomer(service);
    const release = hold();
    const { job_id: id } = (await order(customer)).json<Job>();
    setTimeout(release, 300);
    const reply = await customer.byKey('GET', `/api/v1/jobs/${id}/events`);
    assert.match(String(reply.headers['content-type']), /^text\/event-stream/);
    const events = reply.body.split('\n\n').filter((event) => event.startsWith('id:'));
    const names = events.map((event) => /^event: (.*)$/m.exec(event)?.[1]);
    assert.equal(names[0], 'snapshot');
    assert.equal(names.at(-1), 'completed');
    assert.equal(names.filter((name) => name === 'completed').length, 1);
    const ids = events.map((event) => Number(/^id: (\d+)$/m.exec(event)?.[1]));
    assert.deepEqual(
      ids,
      ids.toSorted((a, b) => a - b),
    );
    const resume = (after: number) =>
      customer.byKey('GET', `/api/v1/jobs/${id}/events`, undefined, { 'last-event-id': String(after) });
    assert.match((await resume(1)).body, /^id: \d+\nevent: completed\n/);
    assert.equal((await resume(ids.at(-1) ?? 0)).statusCode, 204);
    const late = (await customer.byKey('GET', `/api/v1/jobs/${id}/events`)).body;
    assert.deepEqual(late.match(/^event: .*$/gm), ['event: snapshot', 'event: completed']);
    const [snapshotId, completedId] = [...late.matchAll(/^id: (\d+)$/gm)].map(([, found]) => Number(found));
    assert.ok(snapshotId && completedId);
    const cutOff = (await resume(snapshotId)).body;
    assert.match(
      cutOff,
      new RegExp(`^id: ${completedId}\nevent: completed\n`),
      'cut off before the last event',
    );
    assert.equal((await resume(completedId)).statusCode, 204);
    assert.equal(new Set(ids).size, ids.length, 'every event has an id of its own');
    const unknown = (await resume(99_999)).body;
    assert.deepEqual(unknown.match(/^event: .*$/gm), ['event: snapshot', 'event: completed']);
  });

  test('an Idempotency-Key creates one job, however often it is sent', async () => {
    const customer = await openCustomer(service);
    const headers = { 'idempotency-key': 'video-1' };
    const first = await order(customer, {}, headers);
    const again = await order(customer, {}, headers);
    assert.equal(again.statusCode, 202);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.json<Job>().job_id, first.json<Job>().job_id);
    await finishedJob(customer, first.json<Job>().job_id);
    assert.equal((await customer.byKey('GET', '/api/v1/jobs')).json<{ jobs: Job[] }>().jobs.length, 1);
  });

  test('400, 402 and 404 before anything is enqueued', async () => {
    const customer = await openCustomer(service);
    assertError(await order(customer, { text: ' ' }), 400);
    assertError(await order(customer, { text: 'x'.repeat(5_001) }), 400);
    assertError(await order(customer, { text: 'word '.repeat(600) }), 400, 'media_too_long');
    assertError(await order(customer, { video_model: 'dream' }), 400, 'unknown_video_model');
    assertError(await order(customer, { webhook_url: 'http://127.0.0.1/' }), 400);
    assertError(await order(customer, { avatar_id: 'nobody' }), 404, 'avatar_not_found');
    assertError(await order(customer, { avatar_id: `asset_${'0'.repeat(32)}` }), 404);
    assertError(await order(customer, { voice_id: 'nobody' }), 404);
    assertError(await order(customer, { background: 'moon' }), 404, 'background_not_found');
    await admin.leave(customer, 20);
    assertError(await order(customer), 402, 'quota_exhausted');
    assert.deepEqual((await customer.byKey('GET', '/api/v1/jobs')).json().jobs, []);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('lists jobs by page, status and kind', async () => {
    const customer = await openCustomer(service);
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const { job_id: id } = (await order(customer)).json<Job>();
      await finishedJob(customer, id);
      ids.unshift(id);
    }
    const page = async (query: string) =>
      (await customer.byKey('GET', `/api/v1/jobs?${query}`)).json<{ jobs: Job[]; next_cursor: string }>();
    const first = await page('limit=2');
    const second = await page(`limit=2&cursor=${first.next_cursor}`);
    assert.deepEqual(
      [...first.jobs, ...second.jobs].map((job) => job.job_id),
      ids,
    );
    assert.equal(second.next_cursor, null);
    assert.equal((await page('status=completed')).jobs.length, 3);
    assert.equal((await page('status=failed')).jobs.length, 0);
    assert.equal((await page('kind=dub')).jobs.length, 0);
    assertError(await customer.byKey('GET', '/api/v1/jobs?cursor=x'), 400, 'invalid_cursor');
  });

  test('lists the presets with pictures', async () => {
    const customer = await openCustomer(service);
    const { avatars } = (await customer.byKey('GET', '/api/v1/avatars')).json();
    assert.deepEqual(
      avatars.map(({ id }: { id: string }) => id),
      ['clara', 'marcus'],
    );
    const url = new URL(avatars[0].thumbnail_url).pathname;
    const typeFor = async (accept: string) =>
      (await service.app.inject({ url, headers: { accept } })).headers['content-type'];
    assert.equal(await typeFor('*/*'), 'image/jpeg');
    assert.equal(await typeFor('image/avif,image/webp,*/*'), 'image/webp');
  });
});
