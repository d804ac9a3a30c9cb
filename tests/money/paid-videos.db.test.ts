import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job, routingCredits } from '../support/follow-job.ts';
import { openStandInWorker } from '../support/stand-in-worker.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const TEXT = 'Hello there.';

describe('neural lip-sync on paid plans: required, without a fallback', () => {
  let service: TestService;
  let receiver: Receiver;
  let customer: Customer;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
    customer = await openCustomer(service);
    const admin = await openAdmin(service);
    await admin.setPlan(customer, 'creator');
    await admin.adjust(customer, { cents: 1_000 });
    // Everything is paid from the wallet, so that refunds are visible.
    await admin.leave(customer, 0);
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });

  async function generate(): Promise<string> {
    const body = { text: TEXT, avatar_id: 'clara', webhook_url: receiver.url };
    const reply = await customer.byKey('POST', '/api/v1/generate', body);
    assert.equal(reply.statusCode, 202, reply.body);
    return reply.json<Job>().job_id;
  }
  async function deliveriesOf(jobId: string) {
    const deliveries = () =>
      receiver.received.map(({ body }) => JSON.parse(body)).filter((one) => one.job_id === jobId);
    await until(() => deliveries().length > 0);
    return deliveries();
  }

  test('paid jobs fail when the weights are unavailable: full refund, one video.failed', async () => {
    const before = await customer.figures();
    const id = await generate();
    const job = await finishedJob(customer, id);
    assert.deepEqual(
      [job.status, job.error_code, job.video_model, job.lipsync],
      ['failed', 'lipsync_unavailable', 'musetalk', 'neural'],
    );
    const [event, ...more] = await deliveriesOf(id);
    assert.deepEqual(event, {
      event: 'video.failed',
      job_id: id,
      status: 'failed',
      error: job.error,
      refunded_cents: job.refunded_cents,
    });
    assert.deepEqual(more, []);
    assert.deepEqual(await customer.figures(), before);
    assert.equal(await routingCredits(customer), 2_000);
  });

  test('a worker that offers the model renders it: settled for the actual seconds, one video.completed', async () => {
    const worker = await openStandInWorker(service);
    const id = await generate();
    const { request, speech } = (await worker.work(3)) ?? {};
    assert.deepEqual(request, {
      script: { text: TEXT, voice_id: 'af_heart', model: 'kokoro-82m', dictionary: {} },
      picture: {
        kind: 'presenter',
        presenter_id: 'clara',
        background: { kind: 'scene', scene: 'studio' },
      },
      lipsync_model: 'musetalk',
      height: 1080,
      audio_kbps: 256,
      max_seconds: 1_800,
    });
    assert.equal(speech?.status, 200);
    assert.equal(speech?.body.toString('latin1', 0, 4), 'RIFF');
    const job = await finishedJob(customer, id);
    assert.deepEqual([job.status, job.lipsync, job.credits], ['completed', 'neural', TEXT.length + 30]);
    const output = await customer.byKey('GET', `${job.poll}/output`);
    assert.equal(output.body, 'a neural video');
    const [event, ...more] = await deliveriesOf(id);
    assert.equal(event.event, 'video.completed');
    assert.equal(event.duration_seconds, 3);
    const url = new URL(event.output_url);
    assert.equal((await service.app.inject(url.pathname + url.search)).body, 'a neural video');
    assert.deepEqual(more, []);
    assert.equal(await routingCredits(customer), 1_997);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});

describe('paid plans with the bundled neural model', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService({ lips: true });
    customer = await openCustomer(service);
    await (await openAdmin(service)).setPlan(customer, 'starter');
  });
  after(() => service.close());

  async function videoJob(wish: object, by = customer): Promise<Job> {
    const reply = await by.byKey('POST', '/api/v1/generate', {
      avatar_id: 'clara',
      text: TEXT,
      ...wish,
    });
    assert.equal(reply.statusCode, 202, reply.body);
    return finishedJob(by, reply.json<Job>().job_id);
  }

  test('a paid video needs no worker: our own neural model analyses its audio, and it is charged', async () => {
    const job = await videoJob({});
    assert.deepEqual([job.status, job.video_model, job.lipsync], ['completed', 'vox-lips', 'neural']);
    assert.equal(service.lips.analysedSeconds.length, 1);
    const [request] = service.video.requests.slice(-1);
    assert.ok(request?.mouth.form, 'the mouth has the form that was heard');
    const seconds = Math.ceil(Number(job.duration_seconds));
    assert.equal(job.credits, TEXT.length + 10 * seconds);
    assert.equal((await customer.figures()).credits.used, job.credits);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('a named model that is unavailable is not replaced by ours: the job fails with a full refund', async () => {
    const before = await customer.figures();
    const job = await videoJob({ video_model: 'musetalk' });
    assert.deepEqual([job.status, job.error_code], ['failed', 'lipsync_unavailable']);
    assert.deepEqual(await customer.figures(), before);
  });

  test('a free video is procedural only on request', async () => {
    const free = await openCustomer(service);
    assert.equal((await videoJob({}, free)).lipsync, 'neural');
    assert.equal((await videoJob({ video_model: 'vox-visemes' }, free)).lipsync, 'procedural');
  });

  test('a worker that offers the default model gets the videos that name no model', async () => {
    const worker = await openStandInWorker(service);
    const body = { text: TEXT, avatar_id: 'clara' };
    const reply = await customer.byKey('POST', '/api/v1/generate', body);
    const { request } = (await worker.work(2)) ?? {};
    assert.equal((request as { lipsync_model: string }).lipsync_model, 'musetalk');
    assert.equal((await finishedJob(customer, reply.json<Job>().job_id)).status, 'completed');
  });
});
