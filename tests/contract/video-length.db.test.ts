import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob, type Job } from '../support/follow-job.ts';
import { clip } from '../support/media-files.ts';
import { openStandInWorker } from '../support/stand-in-worker.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const TEXT = 'Hello there, I am on screen.';
const SAMPLE_RATE = 24_000;

describe('never renders a second of video that the plan does not allow or the account cannot pay', () => {
  let service: TestService;
  let admin: Admin;
  let usualSamples: number;
  before(async () => {
    service = await openTestService();
    admin = await openAdmin(service);
    usualSamples = service.speech.chunkSamples;
  });
  afterEach(() => {
    service.speech.chunkSamples = usualSamples;
  });
  after(() => service.close());

  const post = (customer: Customer, change: object = {}) =>
    customer.byKey('POST', '/api/v1/avatar', { text: TEXT, ...change });
  async function rendered(customer: Customer, change: object = {}): Promise<Job> {
    const reply = await post(customer, change);
    assert.equal(reply.statusCode, 202, reply.body);
    return finishedJob(customer, reply.json<Job>().job_id);
  }
  const used = async (customer: Customer) => (await customer.figures()).credits.used;
  /** Makes every sentence last this long, whatever the estimate. */
  const speakFor = (seconds: number): void => {
    service.speech.chunkSamples = seconds * SAMPLE_RATE;
  };
  async function assertBalanced(): Promise<void> {
    assert.deepEqual(await verifyLedger(service.db), []);
  }

  test('speech longer than its estimate is reserved before rendering, and charged', async () => {
    const customer = await openCustomer(service);
    speakFor(9.5);
    const job = await rendered(customer);
    assert.deepEqual([job.status, job.credits], ['completed', TEXT.length + 100]);
    assert.equal(await used(customer), TEXT.length + 100);
    await assertBalanced();
  });

  test('speech that the balance cannot pay is not rendered: a clear error and a full refund', async () => {
    const customer = await openCustomer(service);
    await admin.leave(customer, TEXT.length + 50);
    const { used: before } = (await customer.figures()).credits;
    const renders = service.video.requests.length;
    speakFor(9.5);
    const job = await rendered(customer);
    assert.deepEqual([job.status, job.error_code, job.credits], ['failed', 'quota_exhausted', 0]);
    assert.match(String(job.error), /needs 80 credits.*Nothing was charged\.$/s);
    assert.equal(service.video.requests.length, renders, 'no frame was drawn');
    assert.equal(await used(customer), before);
    await assertBalanced();
  });

  test('speech longer than the plan allows stops at the cap: video_too_long and a full refund', async () => {
    const customer = await openCustomer(service);
    const renders = service.video.requests.length;
    speakFor(181);
    const job = await rendered(customer);
    assert.deepEqual([job.status, job.error_code, job.attempts], ['failed', 'video_too_long', 1]);
    assert.match(String(job.error), /180 seconds/);
    assert.equal(service.video.requests.length, renders);
    assert.equal(await used(customer), 0);
    await assertBalanced();
  });

  test('the estimate includes slow speech, pauses and long numbers, and the plan’s cap applies to it', async () => {
    const customer = await openCustomer(service);
    const minute = 'word '.repeat(300);
    assert.equal((await post(customer, { text: minute })).statusCode, 202);
    assertError(await post(customer, { text: minute.repeat(2), speed: 0.5 }), 400, 'media_too_long');
    const pauses = `${minute} ${'[pause:10s] '.repeat(12)}That was long.`;
    assertError(await post(customer, { text: pauses }), 400, 'media_too_long');
    const figures = minute + Array.from({ length: 20 }, () => '987,654,321,987').join(' and ');
    assertError(await post(customer, { text: figures }), 400, 'media_too_long');
  });

  test('the estimate takes the same fields, and the video reserves exactly that', async () => {
    const customer = await openCustomer(service);
    for (const change of [{}, { speed: 0.5 }, { text: `${TEXT} [pause:8s] Bye.` }]) {
      const body = { kind: 'avatar', text: TEXT, ...change };
      const estimate = (await customer.byKey('POST', '/api/v1/estimate', body)).json();
      const job = (await post(customer, change)).json<Job>();
      assert.equal(job.credits, estimate.credits);
      await finishedJob(customer, job.job_id);
    }
    const slow = { kind: 'avatar', text: TEXT, speed: 0.5 };
    const { duration_seconds: seconds } = (await customer.byKey('POST', '/api/v1/estimate', slow)).json();
    assert.ok(seconds >= 4, `${seconds} s at half the speed`);
    const unknown = { kind: 'tts', text: TEXT, voice_id: 'nobody' };
    assertError(await customer.byKey('POST', '/api/v1/estimate', unknown), 404);
  });

  test('a clip shorter than its speech loops, unless sync_mode says otherwise; generate still cuts off', async () => {
    const customer = await openCustomer(service);
    const avatarId = (await uploadAsset(customer, await clip())).json<{ id: string }>().id;
    const pictureOf = async (path: string, change: object) => {
      const body = { text: TEXT, avatar_id: avatarId, ...change };
      const reply = await customer.byKey('POST', path, body);
      assert.equal(reply.statusCode, 202, reply.body);
      await finishedJob(customer, reply.json<Job>().job_id);
      const picture = service.video.requests.at(-1)?.picture;
      return picture?.kind === 'video' ? picture.syncMode : undefined;
    };
    assert.equal(await pictureOf('/api/v1/avatar', {}), 'loop');
    assert.equal(await pictureOf('/api/v1/avatar', { sync_mode: 'bounce' }), 'bounce');
    assert.equal(await pictureOf('/api/v1/generate', {}), 'cut_off');
    assertError(await post(customer, { avatar_id: avatarId, sync_mode: 'spin' }), 400);
  });

  test('the server streams a script to a worker without a speech engine, and stops at the cap', async () => {
    const customer = await openCustomer(service);
    const worker = await openStandInWorker(service);
    const reply = await post(customer, { video_model: 'musetalk', text: `${TEXT} And more.` });
    const { speech } = (await worker.work(2)) ?? {};
    assert.equal(speech?.status, 200);
    assert.equal(speech.body.length, 44 + 2 * 2 * usualSamples, 'both sentences, 16 bits');
    assert.equal(speech.body.readUInt32LE(40), 0xffff_ffff, 'the length is open');
    await finishedJob(customer, reply.json<Job>().job_id);

    speakFor(181);
    await post(customer, { video_model: 'musetalk' });
    const { speech: refused } = (await worker.work(2)) ?? {};
    assert.equal(refused?.status, 400);
    assert.equal(JSON.parse(String(refused?.body)).code, 'video_too_long');
  });
});
