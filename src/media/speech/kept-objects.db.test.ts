import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { assertError } from '../../main/testing/assert-error.ts';
import { type Customer, openCustomer } from '../../main/testing/customer.ts';
import { openStream } from '../../main/testing/stream-speech.ts';
import { openTestService, type TestService } from '../../main/testing/test-service.ts';
import { expireReservations } from '../../money/ledger/index.ts';
import { sql } from '../../platform/database/index.ts';
import { until } from '../../platform/process-pool/testing/fixture-pool.ts';
import { sweepLooseObjects } from '../../platform/storage/index.ts';

const HOUR_MS = 3_600_000;
const STREAM = { text: 'One two three. Four five six.', voice_id: 'af_heart', format: 'wav' };

async function keysOf(service: TestService, { accountId }: Customer): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['history', 'speech-cache'])
    for await (const key of service.storage.list(`${folder}/${accountId}/`)) keys.push(key);
  return keys.sort();
}

async function column(
  service: TestService,
  query: ReturnType<typeof sql<{ key: string }>>,
): Promise<string[]> {
  return (await query.execute(service.db)).rows.map((row) => row.key).sort();
}

describe('the audio that speech leaves in the store', () => {
  let service: TestService;
  let working: TestService['storage'];
  before(async () => {
    service = await openTestService();
    working = { ...service.storage };
  });
  afterEach(() => Object.assign(service.storage, working));
  after(() => service.close());

  const loose = () => column(service, sql`SELECT object_key AS key FROM loose_objects`);
  const owned = ({ accountId }: Customer) =>
    column(
      service,
      sql`SELECT audio_key AS key FROM generations WHERE account_id = ${accountId}::uuid AND audio_key IS NOT NULL
        UNION ALL SELECT object_key FROM speech_cache WHERE account_id = ${accountId}::uuid`,
    );
  const sweep = async () => {
    service.clock.advanceMs(3 * HOUR_MS);
    while ((await sweepLooseObjects(service)) > 0);
  };
  /** Runs before each object is written. */
  const beforePut = (act: (key: string) => Promise<void>) => {
    service.storage.put = async (key, body, options) => {
      await act(key);
      return working.put(key, body, options);
    };
  };

  test('is noted before its first byte, and owned by a row once it is paid for', async () => {
    for (const speak of [
      (customer: Customer) => customer.speak(),
      async (customer: Customer) => (await openStream(service, customer.apiKey, STREAM)).rest(),
    ]) {
      const customer = await openCustomer(service);
      const unnoted: string[] = [];
      beforePut(async (key) => {
        if (!(await loose()).includes(key)) unnoted.push(key);
      });
      await speak(customer);
      assert.deepEqual(unnoted, []);
      assert.equal((await keysOf(service, customer)).length, 2);
      assert.deepEqual(await keysOf(service, customer), await owned(customer));
      assert.deepEqual(await loose(), []);
    }
  });

  test('goes when its charge was released before it was settled, as after a crash', async () => {
    const customer = await openCustomer(service);
    beforePut(async () => {
      service.clock.advanceMs(HOUR_MS / 2);
      await expireReservations(service);
    });
    assertError(await customer.speak(), 502, 'deadline_exceeded');
    Object.assign(service.storage, working);
    assert.deepEqual(await owned(customer), []);
    await sweep();
    assert.deepEqual([await keysOf(service, customer), await loose()], [[], []]);
    assert.equal((await customer.figures()).credits.used, 0);
  });

  test('goes at once when the call fails after it was stored', async () => {
    const customer = await openCustomer(service);
    service.storage.put = async (key, body, options) => {
      if (key.startsWith('idempotency/')) throw new Error('test');
      return working.put(key, body, options);
    };
    const long = { text: 'Word '.repeat(200), format: 'wav' };
    service.speech.chunkSamples = 100_000;
    const reply = await customer.speak(long, { 'idempotency-key': 'k' });
    service.speech.chunkSamples = 2_400;
    assert.equal(reply.statusCode, 500);
    assert.deepEqual(await keysOf(service, customer), []);
    assert.equal((await customer.figures()).credits.used, 0);
  });

  test('of a stream that was cut leaves nothing', async () => {
    const customer = await openCustomer(service);
    const hold = Promise.withResolvers<void>().promise;
    service.speech.beforeChunk = (index) => (index > 0 ? hold : Promise.resolve());
    const stream = await openStream(service, customer.apiKey, STREAM);
    await stream.next();
    stream.leave();
    await until(() => service.speech.running === 0);
    service.speech.beforeChunk = null;
    const endMs = performance.now() + 10_000;
    while ((await loose()).length > 0) {
      assert.ok(performance.now() < endMs, `left: ${await loose()}`);
      await delay(20);
    }
    assert.deepEqual(await owned(customer), []);
    assert.deepEqual(await keysOf(service, customer), []);
  });

  test('that is deleted while the store fails goes with the next sweep', async () => {
    const customer = await openCustomer(service);
    const reply = await customer.speak({ text: 'Deleted.' });
    service.storage.delete = () => Promise.reject(new Error('away'));
    const url = `/api/v1/history/${reply.headers['x-history-id']}`;
    assert.equal((await customer.byKey('DELETE', url)).statusCode, 204);
    assert.deepEqual(await owned(customer), []);
    assert.equal((await keysOf(service, customer)).length, 2);
    Object.assign(service.storage, working);
    await sweep();
    assert.deepEqual([await keysOf(service, customer), await loose()], [[], []]);
  });
});

test('CACHE_MAX_MB=0 writes no cache entry, and speech works without one', async () => {
  const service = await openTestService({ cacheMaxMb: 0 });
  const customer = await openCustomer(service);
  for (let i = 0; i < 2; i++) {
    const reply = await customer.speak();
    assert.deepEqual([reply.statusCode, reply.headers['x-cache']], [200, 'miss']);
  }
  await (await openStream(service, customer.apiKey, STREAM)).rest();
  const keys = await keysOf(service, customer);
  assert.deepEqual([keys.length, keys.filter((key) => key.startsWith('speech-cache/'))], [3, []]);
  const { rows } = await sql`SELECT FROM speech_cache`.execute(service.db);
  assert.equal(rows.length, 0);
  await service.close();
});
