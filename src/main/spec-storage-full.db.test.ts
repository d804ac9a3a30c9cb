import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyLedger } from '../money/ledger/index.ts';
import { StorageFull } from '../platform/storage/index.ts';
import { assertError } from './testing/assert-error.ts';
import { openCustomer } from './testing/customer.ts';
import { finishedJob, holdVideos, type Job, routingCredits } from './testing/follow-job.ts';
import { picture, sound } from './testing/media-files.ts';
import { postForm } from './testing/post-form.ts';
import { openStream } from './testing/stream-speech.ts';
import { openTestService, type TestService } from './testing/test-service.ts';
import { uploadAsset } from './testing/upload-asset.ts';

describe('full storage', () => {
  let service: TestService;
  let working: TestService['storage'];
  before(async () => {
    service = await openTestService();
    working = { ...service.storage };
  });
  afterEach(() => {
    Object.assign(service.storage, working);
    service.speech.chunkSamples = 2_400;
  });
  after(() => service.close());
  const fill = () => {
    service.storage.put = () =>
      Promise.reject(new StorageFull(Object.assign(new Error('full'), { code: 'ENOSPC' })));
  };

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

  test('a video whose output cannot be stored is stored by a later attempt and charged once', async () => {
    const customer = await openCustomer(service);
    const release = holdVideos(service);
    const reply = await customer.byKey('POST', '/api/v1/avatar', { text: 'Hello there.' });
    const { job_id: id } = reply.json<Job>();
    fill();
    release();
    for (let status = ''; status !== 'queued'; await delay(25))
      ({ status } = (await customer.byKey('GET', `/api/v1/jobs/${id}`)).json<Job>());
    Object.assign(service.storage, working);
    service.clock.advanceMs(60_000);
    const job = await finishedJob(customer, id);
    assert.deepEqual([job.status, (await customer.figures()).credits.used], ['completed', job.credits]);
    assert.deepEqual(await verifyLedger(service.db), []);
  });
});
