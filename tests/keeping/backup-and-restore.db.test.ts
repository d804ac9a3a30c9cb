import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditRestored } from '../../src/main/audit-restored.ts';
import { readKeyFiles, restoreKeyFiles } from '../../src/main/backup-keys.ts';
import { LEFT_OUT } from '../../src/main/backup-scope.ts';
import {
  keepNewest,
  listBackups,
  readManifest,
  type Snapshot,
  verifyBackup,
} from '../../src/platform/backup/index.ts';
import { type Db, sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer, stranger } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';
import { backUp, inOneState, openEmptyPlace, openTarget, restore } from './place.ts';

const NOTHING = (): void => undefined;

/** Everything that a row of a table says, in an order of its own. */
async function textsOf(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{
    text: string;
  }>`SELECT t::text AS text FROM ${sql.id(table)} t ORDER BY 1`.execute(db);
  return rows.map(({ text }) => text);
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`.execute(
    db,
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
}

async function keysOf(keys: AsyncIterable<string>): Promise<string[]> {
  const all: string[] = [];
  for await (const key of keys) all.push(key);
  return all.sort();
}

describe('a backup', () => {
  let service: TestService;
  let customer: Customer;
  before(async () => {
    service = await openTestService();
    customer = await openCustomer(service);
    await customer.speak();
    await uploadAsset(customer, sound(1), { filename: 'one.wav' });
  });
  after(() => service.close());

  test('is restored into an empty place with every row and object, balances, and speaks', async () => {
    const target = await openTarget();
    const place = await openEmptyPlace();
    try {
      const repository = await target.open();
      const spoken = await customer.speak({ text: 'Kept.' });
      const before = new Map<string, string[]>();
      const snapshot: Snapshot = (work) =>
        inOneState(service.database)(async (tx) => {
          const result = await work(tx);
          for (const table of await tablesOf(tx)) before.set(table, await textsOf(tx, table));
          return result;
        });
      const made = await backUp(repository, service, {
        snapshot,
        files: await readKeyFiles(service.config),
      });
      await customer.speak({ text: 'After the backup.' });
      assert.deepEqual(made.missing, []);
      const manifest = await readManifest(repository);
      assert.deepEqual(await verifyBackup(repository, manifest, NOTHING).then(({ damaged }) => damaged), []);
      await restore(repository, place, manifest);
      await restoreKeyFiles(place, manifest);
      for (const [table, texts] of before)
        assert.deepEqual(await textsOf(place.database.db, table), texts, table);
      assert.deepEqual(await auditRestored({ ...place, db: place.database.db, lost: new Set() }), []);

      const database = { ...place.database, close: async () => undefined };
      const restored = await openTestService({ kept: { ...place, database } });
      const byKey = stranger(restored, { authorization: `Bearer ${customer.apiKey}` });
      const audio = await byKey('GET', `/api/v1/history/${spoken.headers['x-history-id']}/audio`);
      assert.ok(audio.rawPayload.equals(spoken.rawPayload));
      const again = await byKey('POST', '/api/v1/tts', { text: 'Hello.', voice_id: 'af_heart' });
      assert.equal(again.statusCode, 200, 'sequences go on where they were');
      const bySession = stranger(restored, { cookie: customer.cookie, 'sec-fetch-site': 'same-origin' });
      assertError(await bySession('GET', '/api/settings'), 401);
      await restored.close();
    } finally {
      await target.close();
      await place.close();
    }
  });

  test('made while calls are charged has all or nothing of each call', async () => {
    const target = await openTarget();
    const place = await openEmptyPlace();
    try {
      await forgetRateLimits(service.db);
      const repository = await target.open();
      // Those of the second half begin while the objects of the first are copied.
      const calls = Array.from({ length: 30 }, (_, n) => customer.speak({ text: `Word ${n}.` }));
      await Promise.all(calls.slice(0, 5));
      const made = await backUp(repository, service);
      for (const { statusCode } of await Promise.all(calls)) assert.equal(statusCode, 200);
      await restore(repository, place, made);
      assert.deepEqual(await auditRestored({ ...place, db: place.database.db, lost: new Set() }), []);
    } finally {
      await target.close();
      await place.close();
    }
  });

  test('copies an object once, and its removal removes what no other backup needs', async () => {
    const target = await openTarget(undefined);
    try {
      const repository = await target.open();
      await forgetRateLimits(service.db);
      const spoken = await customer.speak({ text: 'To be deleted.' });
      const first = await backUp(repository, service);
      assert.equal(first.copied.count, first.objects.count);
      await customer.byKey('DELETE', `/api/v1/history/${spoken.headers['x-history-id']}`);
      const second = await backUp(repository, service);
      assert.deepEqual([second.copied.count, second.objects.count], [0, first.objects.count - 1]);
      assert.deepEqual(await keepNewest(repository, 1), [first.id]);
      assert.deepEqual(await listBackups(repository), [second.id]);
      const objects = await keysOf(repository.list('objects/'));
      assert.equal(objects.length, second.objects.count);
      assert.deepEqual((await verifyBackup(repository, second, NOTHING)).damaged, []);
    } finally {
      await target.close();
    }
  });

  test('has no row that points to what its owner deleted while it was made', async () => {
    const target = await openTarget();
    try {
      const spoken = await customer.speak({ text: 'Deleted meanwhile.' });
      const { rows } = await sql<{ key: string }>`
        SELECT audio_key AS key FROM generations WHERE id = ${String(spoken.headers['x-history-id'])}::uuid`.execute(
        service.db,
      );
      const key = rows[0]?.key ?? '';
      let looks = 0;
      const storage = {
        ...service.storage,
        async get(wanted: string) {
          if (wanted !== key) return service.storage.get(wanted);
          looks += 1;
          return null;
        },
      };
      const snapshot: Snapshot = async (work) => {
        const result = await inOneState(service.database)(work);
        await customer.byKey('DELETE', `/api/v1/history/${spoken.headers['x-history-id']}`);
        return result;
      };
      const made = await backUp(await target.open(), { ...service, storage }, { snapshot });
      assert.deepEqual(made.missing, []);
      assert.equal(looks, 1);
    } finally {
      await target.close();
    }
  });

  test('says which objects were lost, and is made all the same', async () => {
    const target = await openTarget();
    try {
      const [lost = ''] = await keysOf(service.storage.list('history/'));
      const storage = {
        ...service.storage,
        get: async (key: string) => (key === lost ? null : service.storage.get(key)),
      };
      const repository = await target.open();
      const made = await backUp(repository, { ...service, storage });
      assert.deepEqual(made.missing, [lost]);
    } finally {
      await target.close();
    }
  });
});
