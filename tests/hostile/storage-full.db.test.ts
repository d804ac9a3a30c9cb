import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { StorageFull } from '../../src/platform/storage/index.ts';
import { readAll } from '../../src/platform/storage/testing/storage-contract.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { createHttpSource, isOffered, type JobRunner, Worker } from '../../src/work/workers/index.ts';
import { assertError } from '../support/assert-error.ts';
import { postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, holdVideos, type Job, routingCredits } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { picture, sound } from '../support/media-files.ts';
import { postForm } from '../support/post-form.ts';
import { openStream } from '../support/stream-speech.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

describe('full storage', () => {
  let service: TestService;
  let admin: Admin;
  let receiver: Receiver;
  let working: TestService['storage'];
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
    admin = await openAdmin(service);
    working = { ...service.storage };
  });
  afterEach(() => {
    Object.assign(service.storage, working);
    service.speech.chunkSamples = 2_400;
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });
  const fill = () => {
    service.storage.put = () =>
      Promise.reject(new StorageFull(Object.assign(new Error('full'), { code: 'ENOSPC' })));
  };

  const hasStatus = async (customer: Customer, id: string, status: string) =>
    (await customer.byKey('GET', `/api/v1/jobs/${id}`)).json<Job>().status === status;
  async function startRemoteWorker(run: JobRunner['run']): Promise<Worker> {
    const server = `http://127.0.0.1:${await listening(service)}`;
    const capabilities = ['video', 'lipsync:musetalk'];
    const secret = service.secrets.workerSecret;
    const worker = new Worker({
      source: createHttpSource({ server, secret, name: 'gpu-1', capabilities }),
      runners: [{ kind: 'video', capabilities, run }],
      concurrency: 1,
      workDir: join(service.config.dataDir, 'remote'),
      log: silentLog,
    });
    await worker.start();
    await until(() => isOffered(service, capabilities));
    return worker;
  }

  test('503: an upload is refused with a clear message, and succeeds once there is space again', async () => {
    const customer = await openCustomer(service);
    fill();
    const reply = await uploadAsset(customer, sound(1));
    assertError(reply, 503, 'storage_full');
    assert.match(reply.json().error, /^Storage is full/u);
    Object.assign(service.storage, working);
    assert.equal((await uploadAsset(customer, sound(1))).statusCode, 201);
  });

  test('speech is still delivered and charged; only its copy in the history is missing', async () => {
    const customer = await openCustomer(service);
    fill();
    assert.equal((await customer.speak()).statusCode, 200);
    const request = { text: 'One two. Three four.', voice_id: 'af_heart', format: 'wav' };
    assert.ok((await (await openStream(service, customer.apiKey, request)).rest()).length > 44);
    const { generations } = (await customer.byKey('GET', '/api/v1/history')).json();
    assert.deepEqual(
      generations.map((one: { audio_url: unknown }) => one.audio_url),
      [null, null],
    );
  });

  test('503: a call whose response cannot be saved for its Idempotency-Key is not charged', async () => {
    const customer = await openCustomer(service);
    service.speech.chunkSamples = 100_000;
    fill();
    const key = { 'idempotency-key': 'k' };
    assertError(await customer.speak({ format: 'wav' }, key), 503, 'storage_full');
    assert.equal((await customer.figures()).credits.used, 0);
    Object.assign(service.storage, working);
    assert.equal((await customer.speak({ format: 'wav' }, key)).statusCode, 200);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('503: a synchronous generate reports it too, and releases its credits', async () => {
    const customer = await openCustomer(service);
    const before = await routingCredits(customer);
    service.speech.chunkSamples = 100_000;
    fill();
    const generate = () =>
      customer.byKey('POST', '/api/v1/generate', { text: 'Hello there.' }, { 'idempotency-key': 'k' });
    assertError(await generate(), 503, 'storage_full');
    assert.equal((await customer.figures()).credits.used, 0);
    assert.equal(await routingCredits(customer), before);
    Object.assign(service.storage, working);
    assert.equal((await generate()).statusCode, 200);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('503: a generate whose media cannot be stored reserves nothing', async () => {
    const customer = await openCustomer(service);
    const parts = { image: await picture(), text: 'Hello there.' };
    fill();
    assertError(await postForm(customer, '/api/v1/generate', parts), 503, 'storage_full');
    assert.equal((await customer.figures()).credits.used, 0);
    assert.equal((await customer.byKey('GET', '/api/v1/jobs')).json().jobs.length, 0);
    Object.assign(service.storage, working);
    assert.equal((await postForm(customer, '/api/v1/generate', parts)).statusCode, 202);
  });

  test('503: a clone whose samples do not all fit takes no slot, and its order can be repeated', async () => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'starter');
    const stored = () => readAll(service.storage.list(`voices/${customer.accountId}/`));
    const order = { samples: [sound(6), sound(7)], headers: { 'idempotency-key': 'k' } };
    service.storage.put = (...args) => {
      fill();
      return working.put(...args);
    };
    assertError(await postClone(customer, order), 503, 'storage_full');
    assert.deepEqual(await stored(), []);
    assert.deepEqual((await customer.byKey('GET', '/api/voices/clone')).json().clones, []);
    Object.assign(service.storage, working);
    assert.equal((await postClone(customer, order)).statusCode, 201);
    assert.equal((await stored()).length, 2);
  });

  test('a video whose output cannot be stored is stored by a later attempt and charged once', async () => {
    const customer = await openCustomer(service);
    const release = holdVideos(service);
    const reply = await customer.byKey('POST', '/api/v1/avatar', { text: 'Hello there.' });
    const { job_id: id } = reply.json<Job>();
    fill();
    release();
    await until(() => hasStatus(customer, id, 'queued'));
    Object.assign(service.storage, working);
    service.clock.advanceMs(60_000);
    const job = await finishedJob(customer, id);
    assert.deepEqual([job.status, (await customer.figures()).credits.used], ['completed', job.credits]);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('503: a batch whose media cannot be stored creates nothing and reserves nothing', async () => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'starter');
    const face = await picture();
    receiver.answer = (_request, response) => response.end(face);
    const input = [{ type: 'image', url: `${receiver.url}/face.png` }];
    const items = [{ text: 'Hello there.' }, { text: 'And goodbye.', input }];
    const send = () => customer.byKey('POST', '/api/v1/generate/batch', { items });
    fill();
    assertError(await send(), 503, 'storage_full');
    for (const list of ['jobs', 'batches'])
      assert.deepEqual((await customer.byKey('GET', `/api/v1/${list}`)).json()[list], []);
    assert.equal((await customer.figures()).credits.used, 0);
    Object.assign(service.storage, working);
    assert.equal((await send()).statusCode, 202);
    assert.deepEqual(await verifyLedger(service.db), []);
  });

  test('a remote worker’s upload that finds no room is repeated by a later attempt and charged once', async () => {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'starter');
    const attempts: number[] = [];
    const worker = await startRemoteWorker(async ({ folder, attempt }) => {
      attempts.push(attempt);
      const path = join(folder, 'video.mp4');
      await writeFile(path, 'a neural video');
      return {
        outputs: [{ name: 'video', contentType: 'video/mp4', path }],
        measured: { video_second: 1 },
        durationSeconds: 1,
      };
    });
    fill();
    const order = { text: 'Hello there.', video_model: 'musetalk' };
    const { job_id: id } = (await customer.byKey('POST', '/api/v1/avatar', order)).json<Job>();
    await until(async () => attempts.length > 0 && (await hasStatus(customer, id, 'queued')));
    Object.assign(service.storage, working);
    service.clock.advanceMs(60_000);
    const job = await finishedJob(customer, id);
    await worker.stop({ graceMs: 0 });
    assert.deepEqual([job.status, attempts], ['completed', [1, 2]]);
    assert.equal((await customer.figures()).credits.used, job.credits);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
