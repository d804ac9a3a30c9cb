import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { PRINT_SIZE } from '../../engines/speaker-embedding/index.ts';
import { presetSpeaker } from '../../engines/speech/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { sweepLooseObjects } from '../../src/platform/storage/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { openReceiver, type Receiver } from '../../src/work/webhooks/testing/receiver.ts';
import { createHttpSource, isOffered } from '../../src/work/workers/index.ts';
import { assertError } from '../support/assert-error.ts';
import { cloneVoice, endedClone, getClone, postClone } from '../support/clone-voice.ts';
import { type Admin, type Customer, openAdmin, openCustomer } from '../support/customer.ts';
import { listening } from '../support/leave-early.ts';
import { sound } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { holdVoices } from '../support/voices.ts';

const HOUR_MS = 3_600_000;

describe('the job of a clone', () => {
  let service: TestService;
  let admin: Admin;
  let receiver: Receiver;
  before(async () => {
    receiver = await openReceiver();
    service = await openTestService({ outboundAllow: receiver.place });
    admin = await openAdmin(service);
  });
  after(async () => {
    await service.close();
    await receiver.close();
  });
  beforeEach(async () => {
    service.voiceMaker.gate = Promise.resolve();
    service.voiceMaker.failure = undefined;
    await forgetRateLimits(service.db);
  });

  async function cloner(): Promise<Customer> {
    const customer = await openCustomer(service);
    await admin.setPlan(customer, 'creator');
    return customer;
  }
  async function stored({ accountId }: Customer): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of service.storage.list(`voices/${accountId}/`)) keys.push(key);
    return keys;
  }
  async function eventsOf(customer: Customer, voiceId: string) {
    const path = `/api/v1/webhook-deliveries?subject_id=${voiceId}`;
    const { webhook_deliveries: deliveries } = (await customer.byKey('GET', path)).json();
    return deliveries.map(({ payload }: { payload: object }) => payload);
  }

  test('clone.ready and clone.failed are sent once, with the fields of the contract', async () => {
    const customer = await cloner();
    const fields = { name: 'Ada', webhook_url: receiver.url };
    const ready = await cloneVoice(customer, { fields });
    const ids = ({ id }: { id: string }) => ({ clone_id: id, voice_id: id });
    assert.deepEqual(await eventsOf(customer, ready.id), [
      { event: 'clone.ready', ...ids(ready), status: 'ready', name: 'Ada', engine: 'f5-tts' },
    ]);
    service.voiceMaker.failure = new DomainError({ kind: 'invalid', code: 'odd', public: 'Odd.' });
    const failed = await cloneVoice(customer, { fields });
    assert.deepEqual([failed.status, failed.error, failed.error_code], ['failed', 'Odd.', 'odd']);
    assert.deepEqual(await eventsOf(customer, failed.id), [
      { event: 'clone.failed', ...ids(failed), status: 'failed', error: 'Odd.' },
    ]);
  });

  test('without webhook_url the events go to the default of the settings', async () => {
    const customer = await cloner();
    const settings = await customer.bySession('PATCH', '/api/settings', { webhookUrl: receiver.url });
    assert.equal(settings.statusCode, 200, settings.body);
    const { id } = await cloneVoice(customer);
    assert.equal((await eventsOf(customer, id)).length, 1);
  });

  test('a canceled clone has failed, keeps its slot, and a late result changes nothing', async () => {
    const customer = await cloner();
    const release = holdVoices(service);
    const fields = { webhook_url: receiver.url };
    const { voice_id: id, clone } = (await postClone(customer, { fields })).json();
    for (let twice = 0; twice < 2; twice += 1) {
      const canceled = await customer.byKey('DELETE', `/api/v1/jobs/${clone.job_id}`);
      assert.equal(canceled.json().status, 'canceled');
    }
    release();
    await delay(200);
    const ended = await getClone(customer, id);
    assert.deepEqual([ended.status, ended.error_code], ['failed', 'canceled']);
    const events = await eventsOf(customer, id);
    assert.deepEqual(
      events.map(({ event }: { event: string }) => event),
      ['clone.failed'],
    );
  });

  test('a worker that offers the engine serves it; the record says so, and the voice speaks', async () => {
    const customer = await cloner();
    const server = `http://127.0.0.1:${await listening(service)}`;
    const capabilities = ['clone', 'clone:xtts-v2'];
    const secret = service.secrets.workerSecret;
    const source = createHttpSource({ server, secret, name: 'gpu-1', capabilities });
    const stop = new AbortController();
    const leasing = source.lease(stop.signal);
    await until(() => isOffered(service, capabilities));
    const other = await cloneVoice(customer, { fields: { engine: 'f5-tts' } });
    assert.deepEqual([other.engine, other.served_by], ['f5-tts', 'kokoro-82m']);
    const { voice_id: id } = (await postClone(customer, { fields: { engine: 'xtts-v2' } })).json();
    const job = await leasing;
    assert.ok(job);
    assert.deepEqual(
      [job.kind, job.inputs, job.request],
      [
        'clone',
        [{ name: 'sample_00', contentType: 'audio/wav' }],
        { kind: 'instant', language: 'en', samples: [{ input: 'sample_00', quality: 1 }] },
      ],
    );
    const product = {
      speaker: await presetSpeaker('bf_emma'),
      print: Array.from({ length: PRINT_SIZE }, (_, i) => (i === 0 ? 1 : 0)),
      served_by: 'xtts-v2',
      gender: 'female',
      similarity: 0.9,
    };
    const complete = (change: object) =>
      source.complete(job, { outputs: [], measured: {}, product: { ...product, ...change } });
    await complete({});
    stop.abort();
    const clone = await endedClone(customer, id);
    assert.deepEqual(
      [clone.status, clone.engine, clone.served_by, clone.base_voice, clone.similarity],
      ['ready', 'xtts-v2', 'xtts-v2', 'bf_emma', 0.9],
    );
    assert.equal((await customer.speak({ voice_id: id })).statusCode, 200);
  });

  test('a clone fails with a reason when a worker returns a voice of its own engine', async () => {
    const customer = await cloner();
    const server = `http://127.0.0.1:${await listening(service)}`;
    const capabilities = ['clone', 'clone:xtts-v2'];
    const secret = service.secrets.workerSecret;
    const source = createHttpSource({ server, secret, name: 'gpu-2', capabilities });
    const stop = new AbortController();
    const leasing = source.lease(stop.signal);
    await until(() => isOffered(service, capabilities));
    const { voice_id: id } = (await postClone(customer, { fields: { engine: 'xtts-v2' } })).json();
    const job = await leasing;
    assert.ok(job);
    const product = { speaker: { engine: 'xtts-v2', version: 1, latents: 'AAAA' }, served_by: 'xtts-v2' };
    await assert.rejects(source.complete(job, { outputs: [], measured: {}, product }), /job has failed/);
    stop.abort();
    const clone = await endedClone(customer, id);
    assert.deepEqual([clone.status, clone.error_code], ['failed', 'unusable_result']);
    assert.match(String(clone.error), /Choose another engine/);
  });

  test('a crash while samples are stored takes no slot, and the sweep removes what is left', async () => {
    const customer = await cloner();
    const { put, delete: remove } = service.storage;
    let calls = 0;
    service.storage.put = async (...args) => {
      calls += 1;
      if (calls === 2) throw new Error('crashed');
      return put.apply(service.storage, args);
    };
    // A process that has crashed cleans nothing up.
    service.storage.delete = async () => {
      throw new Error('crashed');
    };
    const reply = await postClone(customer, { samples: [sound(6), sound(7)] });
    assertError(reply, 500);
    Object.assign(service.storage, { put, delete: remove });
    assert.equal((await stored(customer)).length, 1);
    service.clock.advanceMs(3 * HOUR_MS);
    while ((await sweepLooseObjects(service)) > 0);
    assert.deepEqual(await stored(customer), []);
    assert.deepEqual((await customer.byKey('GET', '/api/voices/clone')).json().clones, []);
  });

  test('a failure in the transaction leaves neither clone, job, consent nor samples', async () => {
    const customer = await cloner();
    await sql`ALTER TABLE voice_consents ADD CONSTRAINT broken CHECK (address <> '127.0.0.1') NOT VALID`.execute(
      service.db,
    );
    assertError(await postClone(customer), 500);
    await sql`ALTER TABLE voice_consents DROP CONSTRAINT broken`.execute(service.db);
    for (const table of ['voices', 'jobs', 'voice_consents']) {
      const { rows } = await sql`
        SELECT FROM ${sql.table(table)} WHERE account_id = ${customer.accountId}::uuid`.execute(service.db);
      assert.equal(rows.length, 0, table);
    }
    assert.deepEqual(await stored(customer), []);
  });

  test('speech that is synthesized while its voice is deleted is delivered, but not cached', async () => {
    const customer = await cloner();
    const { id } = await cloneVoice(customer);
    const [spoken] = await Promise.all([
      customer.speak({ voice_id: id, text: 'Still on its way.' }),
      customer.byKey('DELETE', `/api/voices/clone/${id}`),
    ]);
    assert.ok([200, 404].includes(spoken.statusCode), spoken.body);
    const { rows } = await sql`SELECT FROM speech_cache WHERE voice_id = ${id}::uuid`.execute(service.db);
    assert.equal(rows.length, 0);
  });
});
