import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Clone, cloneVoice } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { finishedJob } from '../support/follow-job.ts';
import { listening } from '../support/leave-early.ts';
import { openStream } from '../support/stream-speech.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { type Behaviour, openVoiceWorker } from '../support/voice-worker.ts';

const TEXT = 'One two three. Four five six.';

describe('a worker that speaks, when something fails', () => {
  let service: TestService;
  let admin: Admin;
  let customer: Customer;
  let worker: Awaited<ReturnType<typeof openVoiceWorker>>;
  let voice: Clone;
  before(async () => {
    service = await openTestService({ lips: true });
    admin = await openAdmin(service);
    worker = await openVoiceWorker(service, { times: true });
    customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
    voice = await cloneVoice(customer, { fields: { engine: 'xtts-v2' } });
  });
  after(async () => {
    await worker.stop();
    assert.deepEqual(await verifyLedger(service.db), []);
    await service.close();
  });
  beforeEach(async () => {
    worker.behaviour = 'speak';
    worker.gate = async () => undefined;
    worker.spoken.length = 0;
    await forgetRateLimits(service.db);
  });

  const used = async () => (await customer.figures()).credits.used;
  const speak = (text: string, voiceId = voice.id) => customer.speak({ text, voice_id: voiceId });
  async function unfinished(): Promise<number> {
    const { rows } = await sql`
      SELECT FROM jobs WHERE kind = 'speak' AND status IN ('queued', 'processing')`.execute(service.db);
    return rows.length;
  }
  async function objects(prefix: string): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of service.storage.list(prefix)) keys.push(key);
    return keys;
  }

  test('a product that is not what was ordered fails the clone and leaves nothing', async () => {
    const { product } = worker;
    const kept = await objects('voice-artifacts/');
    for (const change of [{ served_by: 'f5-tts' }, { served_by: 'mine' }, { print: [] }, { speaker: {} }]) {
      worker.product = { ...product, ...change };
      const { status, error_code: code, id } = await cloneVoice(customer, { fields: { engine: 'xtts-v2' } });
      assert.deepEqual([status, code], ['failed', 'unusable_result'], JSON.stringify(change));
      await customer.byKey('DELETE', `/api/voices/clone/${id}`);
    }
    worker.product = product;
    assert.deepEqual(await objects('voice-artifacts/'), kept);
  });

  test('502 and no charge when the worker fails or returns something else than this speech', async () => {
    const before = await used();
    const behaviours: Behaviour[] = ['fail', 'noise', 'silence', 'too long', 'wrong times'];
    for (const behaviour of behaviours) {
      worker.behaviour = behaviour;
      assertError(await speak(`${behaviour}, it is.`), 502, 'voice_engine_failed');
    }
    assert.equal(await used(), before);
    await until(unfinished, (count) => count === 0);
    assert.deepEqual(await objects('jobs/'), []);
  });

  test('502 and no charge when the worker dies', async () => {
    const before = await used();
    worker.behaviour = 'die';
    const reply = speak('Died midway.');
    await until(() => worker.spoken.length > 0);
    service.clock.advanceMs(11_000);
    assertError(await reply, 502, 'voice_engine_failed');
    assert.equal(await used(), before);
  });

  test('the worker learns that the client has left, and nothing is charged', async () => {
    const before = await used();
    worker.behaviour = 'hang';
    const leaving = new AbortController();
    const reply = fetch(`http://127.0.0.1:${await listening(service)}/api/v1/tts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${customer.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'Nobody listens.', voice_id: voice.id }),
      signal: leaving.signal,
    });
    await until(() => worker.spoken.length > 0);
    leaving.abort();
    await assert.rejects(reply);
    await until(() => worker.takenAway === 1);
    assert.equal(await used(), before);
    assert.equal(await unfinished(), 0);
  });

  test('a stream that the worker cuts pays for what was delivered', async () => {
    const before = await used();
    worker.gate = async (text) => {
      if (text.startsWith('Four')) throw new Error('crashed');
    };
    const stream = await openStream(service, customer.apiKey, { text: TEXT, voice_id: voice.id });
    assert.equal(stream.response.status, 200);
    assert.ok((await stream.next())?.length);
    await until(() => worker.spoken.length === 2);
    service.clock.advanceMs(11_000);
    await assert.rejects(stream.rest());
    await until(used, (credits) => credits - before === 'One two three'.length);
  });

  test('503 while no worker offers the engine: what to do, nothing reserved, videos refused with a refund', async () => {
    const before = await used();
    await sql`UPDATE workers SET capabilities = '{clone}' WHERE 'speak' = ANY (capabilities)`.execute(
      service.db,
    );
    const reply = await speak('Nobody is there.');
    assertError(reply, 503, 'voice_engine_offline');
    assert.match(reply.json().error, /Try again later, or clone the voice again/);
    assert.equal(reply.headers['retry-after'], '60');
    const generated = await customer.byKey('POST', '/api/v1/generate', {
      text: 'Nobody.',
      voice_id: voice.id,
    });
    assertError(generated, 503, 'voice_engine_offline');
    const video = await customer.byKey('POST', '/api/v1/avatar', { text: 'Nobody.', voice_id: voice.id });
    const job = await finishedJob(customer, video.json().job_id);
    assert.deepEqual([job.status, job.error_code, job.credits], ['failed', 'voice_engine_offline', 0]);
    assert.equal(await used(), before);
    await sql`UPDATE workers SET capabilities = '{clone,clone:xtts-v2,speak,speak:xtts-v2}' WHERE name = 'gpu'`.execute(
      service.db,
    );
  });

  test('deleted while it speaks: a worker that has the voice ends, and nothing of the voice stays', async () => {
    const { id } = await cloneVoice(customer, { fields: { engine: 'xtts-v2' } });
    const before = await used();
    const { promise, resolve } = Promise.withResolvers<void>();
    let hasVoice = false;
    worker.gate = () => {
      hasVoice = true;
      return promise;
    };
    const reply = speak('Deleted while it speaks.', id);
    await until(() => hasVoice);
    const artifacts = (await objects('voice-artifacts/')).length;
    assert.equal((await customer.byKey('DELETE', `/api/voices/clone/${id}`)).statusCode, 204);
    assert.equal((await objects('voice-artifacts/')).length, artifacts - 1);
    resolve();
    assert.equal((await reply).statusCode, 200, 'the worker had the voice already');
    assert.equal((await used()) - before, 'Deleted while it speaks.'.length);
    assertError(await speak('And then?', id), 404, 'voice_not_found');
  });

  test('404 and no charge when the voice is deleted before the worker has it', async () => {
    const kept = await objects('voice-artifacts/');
    const { id } = await cloneVoice(customer, { fields: { engine: 'xtts-v2' } });
    const before = await used();
    await service.storage.delete((await objects('voice-artifacts/')).filter((key) => !kept.includes(key)));
    assertError(await speak('Too late.', id), 404, 'voice_not_found');
    assert.equal(await used(), before);
  });
});
