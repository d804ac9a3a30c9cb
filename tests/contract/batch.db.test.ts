import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer, stranger } from '../support/customer.ts';
import { finishedJob, type Job, routingCredits } from '../support/follow-job.ts';
import { picture } from '../support/media-files.ts';
import { openStandInWorker } from '../support/stand-in-worker.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const ROUTE = '/api/v1/generate/batch';
const ITEM = { text: 'Hello there.' };
const ITEM_CREDITS = ITEM.text.length + 10;

type Queued = { id: string; batch_size: number; poll: string; jobs: (Job & { request_id?: string })[] };

describe('POST /api/v1/generate/batch, as specified', () => {
  let service: TestService;
  let admin: Admin;
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
    admin = await openAdmin(service);
  });
  afterEach(() => forgetRateLimits(service.db));
  after(async () => {
    await service.close();
    await receiver.close();
  });

  const send = (customer: Customer, body: object, headers = {}) =>
    customer.byKey('POST', ROUTE, body, headers);
  const sendLines = (customer: Customer, lines: string, query = '') =>
    customer.byKey('POST', `${ROUTE}${query}`, lines, { 'content-type': 'application/x-ndjson' });
  const used = async (customer: Customer) => (await customer.figures()).credits.used;
  const jobsOf = async (customer: Customer) =>
    (await customer.byKey('GET', '/api/v1/jobs')).json<{ jobs: Job[] }>().jobs;
  async function onPlan(plan: string): Promise<Customer> {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, plan);
    return customer;
  }
  /** Keeps a stand-in worker from taking jobs of other tests. */
  const cancelEverythingQueued = () =>
    sql`UPDATE jobs SET status = 'canceled', finished_at = now() WHERE status = 'queued'`.execute(service.db);
  const line = (request_id: string, payload: object) => JSON.stringify({ request_id, payload });

  test('202: items become queued jobs, reserved at once, without routing credits', async () => {
    const worker = await openStandInWorker(service);
    const customer = await onPlan('starter');
    const before = await routingCredits(customer);
    const reply = await send(customer, { items: [ITEM, { ...ITEM, avatar_id: 'marcus' }] });
    assert.equal(reply.statusCode, 202, reply.body);
    const { id, batch_size, poll, jobs } = reply.json<Queued>();
    assert.equal(batch_size, 2);
    assert.equal(poll, `${ROUTE}/${id}`);
    for (const job of jobs)
      assert.deepEqual(job, { job_id: job.job_id, status: 'queued', poll: `/api/v1/jobs/${job.job_id}` });
    assert.equal(await used(customer), 2 * ITEM_CREDITS);
    assert.equal(await routingCredits(customer), before);
    const open = (await customer.byKey('GET', poll)).json();
    assert.equal(open.status, 'pending');
    assert.equal(open.metrics.pendingCount, 2);

    await worker.work(1);
    await worker.work(2);
    const { status, metrics, jobs: children } = (await customer.byKey('GET', poll)).json();
    assert.equal(status, 'COMPLETED');
    assert.deepEqual(metrics, { totalGenerations: 2, successCount: 2, failedCount: 0, pendingCount: 0 });
    assert.deepEqual(
      children.map((job: Job) => [job.job_id, job.status, job.lipsync, job.batch_id]),
      jobs.map(({ job_id }) => [job_id, 'completed', 'neural', id]),
    );
    assert.equal(await used(customer), 2 * ITEM.text.length + 30);
  });

  test('items are enqueued sequentially: workers get them in order', async () => {
    const worker = await openStandInWorker(service);
    const customer = await onPlan('starter');
    const { jobs } = (await send(customer, { items: Array.from({ length: 8 }, () => ITEM) })).json<Queued>();
    for (const { job_id } of jobs) assert.equal((await worker.work(1))?.jobId, job_id);
  });

  test('JSONL, as a string or as the body: every request_id is kept', async () => {
    await openStandInWorker(service);
    const customer = await onPlan('starter');
    const jsonl = `${line('a', ITEM)}\n\n${line('b', ITEM)}\n`;
    for (const reply of [await send(customer, { jsonl }), await sendLines(customer, jsonl)]) {
      assert.equal(reply.statusCode, 202, reply.body);
      const { poll, jobs } = reply.json<Queued>();
      assert.deepEqual(
        jobs.map((job) => job.request_id),
        ['a', 'b'],
      );
      const { jobs: children } = (await customer.byKey('GET', poll)).json<Queued>();
      assert.deepEqual(
        children.map((job) => job.request_id),
        ['a', 'b'],
      );
    }
  });

  test('one bad line refuses the whole batch and is named; nothing is enqueued or charged', async () => {
    const customer = await onPlan('starter');
    const bad = [line('a', ITEM), '{"payload":', line('c', { text: '' }), line('d', { text: 5 }), '{"x":1}'];
    const reply = await sendLines(customer, bad.join('\n'));
    assertError(reply, 400);
    assert.match(reply.json().error, /Line 2: The line is not valid JSON/);
    const lines = reply.json<{ detail: { path: string }[] }>().detail.map(({ path }) => path);
    assert.deepEqual(lines, ['line 2', 'line 3', 'line 4', 'line 5']);
    assertError(await send(customer, { items: [ITEM, { text: ' ' }] }), 400, 'text_required');
    assertError(
      await send(customer, { items: [ITEM, { ...ITEM, voice_id: 'nobody' }] }),
      404,
      'voice_not_found',
    );
    assertError(
      await send(customer, { items: [{ ...ITEM, taskType: 'llm_inference' }] }),
      400,
      'invalid_line',
    );
    assertError(await send(customer, { items: [] }), 400);
    assertError(await send(customer, { items: [ITEM], jsonl: line('a', ITEM) }), 400);
    assertError(await send(customer, {}), 400);
    assertError(await send(customer, { jsonl: line('a', { text: 'a\0b' }) }), 400);
    assertError(await send(customer, { items: [ITEM], webhook_url: 'http://127.0.0.1/' }), 400);
    assert.deepEqual(await jobsOf(customer), []);
    assert.equal(await used(customer), 0);
  });

  test('400: names a JSON line whose request_id is missing or a duplicate', async () => {
    const customer = await onPlan('starter');
    const missing = await sendLines(customer, `${line('a', ITEM)}\n${JSON.stringify({ payload: ITEM })}`);
    assertError(missing, 400, 'invalid_line');
    assert.match(missing.json().error, /Line 2: The line needs a request_id/);
    const twice = `${line('a', ITEM)}\n${line('b', ITEM)}\n\n${line('a', ITEM)}`;
    const duplicate = await sendLines(customer, twice);
    assertError(duplicate, 400, 'invalid_line');
    assert.match(duplicate.json().error, /Line 4: request_id is already used on line 1/);
    const rehearsed = (await sendLines(customer, twice, '?dry_run=true')).json();
    assert.deepEqual([rehearsed.valid, rehearsed.invalid, rehearsed.lines[2].line], [2, 1, 4]);
    assert.deepEqual(await jobsOf(customer), []);
  });

  test('dry_run: 200 with a verdict on every line and the cost; nothing is enqueued', async () => {
    const customer = await onPlan('starter');
    const lines = [line('a', ITEM), line('b', { ...ITEM, avatar_id: 'nobody' }), line('c', ITEM)].join('\n');
    for (const reply of [
      await send(customer, { jsonl: lines, dry_run: true }),
      await sendLines(customer, lines, '?dry_run=true'),
    ]) {
      assert.equal(reply.statusCode, 200, reply.body);
      const { valid, invalid, lines: verdicts, estimate } = reply.json();
      assert.deepEqual([valid, invalid], [2, 1]);
      assert.deepEqual(verdicts[0], { line: 1, request_id: 'a', ok: true });
      assert.equal(verdicts[1].ok, false);
      assert.match(verdicts[1].error, /Avatar not found/);
      assert.equal(estimate.credits, 2 * ITEM_CREDITS);
      assert.equal(estimate.affordable, true);
    }
    const once = { 'idempotency-key': 'rehearsal' };
    const again = () => send(customer, { items: [ITEM], dry_run: true }, once);
    assert.equal((await again()).body, (await again()).body);
    assert.deepEqual(await jobsOf(customer), []);
    assert.equal(await used(customer), 0);
  });

  test('403 on the Free Trial and when suspended, and over the item cap of the plan', async () => {
    for (const plan of ['free', 'suspended']) {
      assertError(await send(await onPlan(plan), { items: [ITEM] }), 403, 'plan_required');
    }
    for (const [plan, cap] of Object.entries({ starter: 50, creator: 200 })) {
      const customer = await onPlan(plan);
      const items = Array.from({ length: cap + 1 }, () => ITEM);
      assertError(await send(customer, { items, dry_run: true }), 403, 'batch_too_large');
      assert.equal((await send(customer, { items: items.slice(1), dry_run: true })).statusCode, 200);
    }
  });

  test('403 for more lines than any plan allows, without reading them', async () => {
    const customer = await onPlan('developer');
    const reply = await sendLines(customer, 'not json\n'.repeat(5_000));
    assertError(reply, 403, 'batch_too_large');
  });

  test('402 for the whole batch or not at all, with the total figures', async () => {
    const customer = await onPlan('starter');
    await admin.leave(customer, 2 * ITEM_CREDITS - 1);
    const before = await used(customer);
    const reply = await send(customer, { items: [ITEM, ITEM] });
    assertError(reply, 402, 'quota_exhausted');
    assert.match(reply.json().error, new RegExp(`needs ${2 * ITEM_CREDITS} credits`));
    assert.deepEqual(await jobsOf(customer), []);
    assert.equal(await used(customer), before);
  });

  test('batch.completed is sent once, when the last job has finished', async () => {
    const worker = await openStandInWorker(service);
    const customer = await onPlan('starter');
    const reply = await send(customer, { items: [ITEM, ITEM], webhook_url: receiver.url });
    const { id, jobs } = reply.json<Queued>();
    const deliveries = () =>
      receiver.received.map(({ body }) => JSON.parse(body)).filter((one) => one.id === id);
    while (await worker.work(1)) assert.ok(deliveries().length <= 1);
    for (const { job_id } of jobs) assert.equal((await finishedJob(customer, job_id)).status, 'completed');
    await until(() => deliveries().length > 0);
    assert.deepEqual(deliveries(), [
      {
        event: 'batch.completed',
        id,
        status: 'COMPLETED',
        metrics: { totalGenerations: 2, successCount: 2, failedCount: 0, pendingCount: 0 },
      },
    ]);
  });

  test('an Idempotency-Key creates one batch, however large the response', async () => {
    await openStandInWorker(service);
    const customer = await onPlan('developer');
    const items = Array.from({ length: 500 }, () => ITEM);
    const headers = { 'idempotency-key': 'five hundred' };
    const first = await send(customer, { items }, headers);
    assert.equal(first.statusCode, 202, first.body);
    const again = await send(customer, { items }, headers);
    assert.equal(again.headers['idempotent-replayed'], 'true');
    assert.equal(again.body, first.body);
    assert.equal(await used(customer), 500 * ITEM_CREDITS);
  });

  test('items can use assets of their own account only', async () => {
    const customer = await onPlan('starter');
    const own = (await uploadAsset(customer, await picture())).json<{ id: string }>().id;
    const foreign = (await uploadAsset(await openCustomer(service), await picture())).json<{ id: string }>()
      .id;
    const says = (id: string) => ({ ...ITEM, input: [{ type: 'image', id }] });
    assertError(await send(customer, { items: [says(own), says(foreign)] }), 404, 'asset_not_found');
    assert.equal((await send(customer, { items: [says(own)] })).statusCode, 202);
  });

  test('GET /api/v1/batches lists the account’s batches, newest first, by page', async () => {
    await openStandInWorker(service);
    const customer = await onPlan('starter');
    const ids: string[] = [];
    for (let i = 0; i < 3; i += 1) ids.unshift((await send(customer, { items: [ITEM] })).json<Queued>().id);
    await send(await onPlan('starter'), { items: [ITEM] });
    const list = async (query: string) => (await customer.byKey('GET', `/api/v1/batches${query}`)).json();
    const first = await list('?limit=2');
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    const listed = [...first.batches, ...second.batches];
    assert.deepEqual([listed.map(({ id }) => id), second.next_cursor], [ids, null]);
    const { id, status, poll, metrics, finished_at } = listed[0];
    assert.deepEqual([status, poll, finished_at], ['pending', `${ROUTE}/${id}`, null]);
    assert.deepEqual(metrics, { totalGenerations: 1, successCount: 0, failedCount: 0, pendingCount: 1 });
    assertError(await customer.byKey('GET', '/api/v1/batches?cursor=x'), 400, 'invalid_cursor');
  });

  test('DELETE cancels and releases queued jobs, and completes the batch with its webhook', async () => {
    await cancelEverythingQueued();
    const worker = await openStandInWorker(service);
    const customer = await onPlan('starter');
    const reply = await send(customer, { items: [ITEM, ITEM, ITEM], webhook_url: receiver.url });
    const { id, poll, jobs } = reply.json<Queued>();
    assert.equal((await worker.work(1))?.jobId, jobs[0]?.job_id);
    assertError(await (await openCustomer(service)).byKey('DELETE', poll), 404, 'batch_not_found');
    const canceled = await customer.byKey('DELETE', poll);
    assert.equal(canceled.statusCode, 200, canceled.body);
    const { status, metrics, jobs: children } = canceled.json();
    assert.equal(status, 'COMPLETED');
    assert.deepEqual(metrics, { totalGenerations: 3, successCount: 1, failedCount: 2, pendingCount: 0 });
    assert.deepEqual(
      children.map((job: Job) => job.status),
      ['completed', 'canceled', 'canceled'],
    );
    assert.equal(await used(customer), ITEM_CREDITS, 'only what was rendered');
    assert.deepEqual((await customer.byKey('DELETE', poll)).json(), canceled.json(), 'twice is once');
    await until(() => receiver.received.some(({ body }) => JSON.parse(body).id === id));
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('DELETE does not cancel a job that a worker holds', async () => {
    await cancelEverythingQueued();
    const worker = await openStandInWorker(service);
    const customer = await onPlan('starter');
    const { poll } = (await send(customer, { items: [ITEM, ITEM] })).json<Queued>();
    const finish = await worker.begin(1);
    assert.ok(finish);
    const { status, metrics } = (await customer.byKey('DELETE', poll)).json();
    assert.deepEqual([status, metrics.failedCount, metrics.pendingCount], ['pending', 1, 1]);
    await finish();
    assert.equal((await customer.byKey('GET', poll)).json().metrics.successCount, 1);
    assert.equal(await used(customer), ITEM_CREDITS);
  });

  test('401 without a key, 404 for the batch of another account', async () => {
    assertError(await stranger(service)('POST', ROUTE, { items: [ITEM] }), 401);
    const customer = await onPlan('starter');
    const { poll } = (await send(customer, { items: [ITEM] })).json<Queued>();
    assertError(await (await openCustomer(service)).byKey('GET', poll), 404, 'batch_not_found');
    assertError(await stranger(service)('GET', poll), 401);
  });

  test('the ledger balances after all of it', async () => {
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});

describe('a batch without any neural lip-sync model', () => {
  let service: TestService;
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  test('every job fails with a refund and a video.failed event, and the batch completes once', async () => {
    const customer = await openCustomer(service);
    await (await openAdmin(service)).setPlan(customer, 'starter');
    const items = [1, 2, 3].map(() => ({ ...ITEM, webhook_url: receiver.url }));
    const reply = await customer.byKey('POST', ROUTE, { items, webhook_url: receiver.url });
    assert.equal(reply.statusCode, 202, reply.body);
    const { status, metrics, jobs } = (await customer.byKey('GET', reply.json<Queued>().poll)).json();
    assert.equal(status, 'COMPLETED');
    assert.deepEqual(metrics, { totalGenerations: 3, successCount: 0, failedCount: 3, pendingCount: 0 });
    assert.ok(jobs.every((job: Job) => job.error_code === 'lipsync_unavailable' && job.credits === 0));
    assert.equal((await customer.figures()).credits.used, 0);
    await until(() => receiver.received.length >= 4);
    const events = receiver.received.map(({ body }) => JSON.parse(body).event).sort();
    assert.deepEqual(events, ['batch.completed', 'video.failed', 'video.failed', 'video.failed']);
  });
});
