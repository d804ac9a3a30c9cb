import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createSpeechCache } from '../../src/media/speech-cache/index.ts';
import { expireReservations } from '../../src/money/ledger/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { sweepLooseObjects } from '../../src/platform/storage/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { openStream } from '../support/stream-speech.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

const HOUR_MS = 3_600_000;
const STREAM = { text: 'One two three. Four five six.', voice_id: 'af_heart', format: 'wav' };

async function audioIn({ storage }: TestService): Promise<string[]> {
  const keys: string[] = [];
  for (const folder of ['history/', 'speech-cache/'])
    for await (const key of storage.list(folder)) keys.push(key);
  return keys.sort();
}

async function column(
  service: TestService,
  query: ReturnType<typeof sql<{ key: string }>>,
): Promise<string[]> {
  return (await query.execute(service.db)).rows.map((row) => row.key).sort();
}

describe('stored speech audio', () => {
  let service: TestService;
  let working: TestService['storage'];
  /** Keys of the audio that the test has started to write. */
  let begun: string[];
  before(async () => {
    service = await openTestService();
    working = { ...service.storage };
  });
  beforeEach(() => {
    begun = [];
    beforePut(async () => undefined);
  });
  afterEach(() => Object.assign(service.storage, working));
  after(() => service.close());

  const tracked = () => column(service, sql`SELECT object_key AS key FROM loose_objects`);
  const loose = async () => (await tracked()).filter((key) => begun.includes(key));
  const stored = async () => (await audioIn(service)).filter((key) => begun.includes(key));
  const owned = ({ accountId }: Customer) =>
    column(
      service,
      sql`SELECT audio_key AS key FROM generations WHERE account_id = ${accountId}::uuid AND audio_key IS NOT NULL
        UNION ALL SELECT object_key FROM speech_cache WHERE account_id = ${accountId}::uuid AND header_bytes IS NULL`,
    );
  const sweep = async () => {
    service.clock.advanceMs(3 * HOUR_MS);
    while ((await sweepLooseObjects(service)) > 0);
  };
  /** Runs before each object is written. */
  const beforePut = (act: (key: string) => Promise<void>) => {
    service.storage.put = async (key, body, options) => {
      if (!key.startsWith('idempotency/')) begun.push(key);
      await act(key);
      return working.put(key, body, options);
    };
  };

  const stream = async ({ apiKey }: Customer) => (await openStream(service, apiKey, STREAM)).rest();
  for (const [how, objects, speak] of [
    ['as WAV, once for the history and the cache', 1, (customer: Customer) => customer.speak()],
    ['as FLAC', 2, (customer: Customer) => customer.speak({ format: 'flac' })],
    ['streamed', 2, stream],
  ] as const) {
    test(`is tracked before its first byte, and owned by a row once it is paid for (${how})`, async () => {
      const customer = await openCustomer(service);
      const untracked: string[] = [];
      beforePut(async (key) => {
        if (!(await tracked()).includes(key)) untracked.push(key);
      });
      await speak(customer);
      assert.deepEqual(untracked, []);
      assert.equal((await stored()).length, objects);
      assert.deepEqual(await stored(), await owned(customer));
      assert.deepEqual(await loose(), []);
    });
  }

  test('never shares a key, however many calls run at once', async () => {
    const customer = await openCustomer(service);
    const speak = (n: number) => customer.speak({ text: `Number ${n}.` });
    const replies = await Promise.all(Array.from({ length: 50 }, (_, n) => speak(n)));
    assert.deepEqual(new Set(replies.map(({ statusCode }) => statusCode)), new Set([200]));
    assert.equal(new Set(begun).size, 50);
    assert.deepEqual([await stored(), await loose()], [await owned(customer), []]);
  });

  test('is deleted if its charge was released instead of settled, as after a crash', async () => {
    const customer = await openCustomer(service);
    beforePut(async () => {
      service.clock.advanceMs(HOUR_MS / 2);
      await expireReservations(service);
    });
    assertError(await customer.speak(), 502, 'deadline_exceeded');
    assert.deepEqual(await owned(customer), []);
    await sweep();
    assert.deepEqual([await stored(), await tracked()], [[], []]);
    assert.equal((await customer.figures()).credits.used, 0);
  });

  test('is deleted at once if the call fails after it was stored', async () => {
    const customer = await openCustomer(service);
    beforePut(async (key) => {
      if (key.startsWith('idempotency/')) throw new Error('test');
    });
    const long = { text: 'Word '.repeat(200), format: 'wav' };
    service.speech.chunkSamples = 100_000;
    const reply = await customer.speak(long, { 'idempotency-key': 'k' });
    service.speech.chunkSamples = 2_400;
    assert.equal(reply.statusCode, 500);
    assert.deepEqual(await stored(), []);
    assert.equal((await customer.figures()).credits.used, 0);
  });

  test('is deleted if its stream was cut', async () => {
    const customer = await openCustomer(service);
    const hold = Promise.withResolvers<void>().promise;
    service.speech.beforeChunk = (index) => (index > 0 ? hold : Promise.resolve());
    const stream = await openStream(service, customer.apiKey, STREAM);
    await stream.next();
    stream.leave();
    await until(() => service.speech.running === 0);
    service.speech.beforeChunk = null;
    await until(loose, (left) => left.length === 0);
    assert.deepEqual(await owned(customer), []);
    assert.deepEqual(await stored(), []);
  });

  test('of a deleted entry is neither read nor deleted by the cache, which has other entries for the text', async () => {
    const customer = await openCustomer(service);
    const say = async (format = 'wav') => {
      const { headers } = await customer.speak({ text: 'Kept once.', format });
      return { cache: headers['x-cache'], url: `/api/v1/history/${headers['x-history-id']}` };
    };
    const first = await say();
    const again = await say();
    assert.deepEqual([first.cache, again.cache, (await say('flac')).cache], ['miss', 'hit', 'hit']);
    assert.equal((await customer.byKey('DELETE', first.url)).statusCode, 204);
    assert.equal((await say()).cache, 'miss');
    assert.equal((await customer.byKey('GET', `${again.url}/audio`)).statusCode, 200);
    assert.deepEqual([await stored(), await loose()], [await owned(customer), []]);
  });

  test('of the history stays when the cache evicts the entry that reads it', async () => {
    const customer = await openCustomer(service);
    const { headers } = await customer.speak({ text: 'Evicted.' });
    await createSpeechCache({ ...service, log: silentLog, sampleRate: 24_000, maxBytes: 1 }).evict();
    assert.equal((await customer.speak({ text: 'Evicted.' })).headers['x-cache'], 'miss');
    const url = `/api/v1/history/${headers['x-history-id']}/audio`;
    assert.equal((await customer.byKey('GET', url)).statusCode, 200);
  });

  test('is deleted by the next sweep if the store failed to delete it', async () => {
    const customer = await openCustomer(service);
    const reply = await customer.speak({ text: 'Deleted.' });
    service.storage.delete = () => Promise.reject(new Error('away'));
    const url = `/api/v1/history/${reply.headers['x-history-id']}`;
    assert.equal((await customer.byKey('DELETE', url)).statusCode, 204);
    assert.deepEqual(await owned(customer), []);
    assert.equal((await stored()).length, 1);
    Object.assign(service.storage, working);
    await sweep();
    assert.deepEqual([await stored(), await tracked()], [[], []]);
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
  const keys = await audioIn(service);
  assert.deepEqual([keys.length, keys.filter((key) => key.startsWith('speech-cache/'))], [3, []]);
  const { rows } = await sql`SELECT FROM speech_cache`.execute(service.db);
  assert.equal(rows.length, 0);
  await service.close();
});
