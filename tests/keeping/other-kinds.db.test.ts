import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { auditRestored } from '../../src/main/audit-restored.ts';
import { LEFT_OUT, OBJECT_COLUMNS } from '../../src/main/backup-scope.ts';
import type { Snapshot } from '../../src/platform/backup/index.ts';
import { type Database, type Db, sql } from '../../src/platform/database/index.ts';
import { openBarePglite } from '../../src/platform/database/testing.ts';
import { createS3Storage, type Storage, selectObjectKeys } from '../../src/platform/storage/index.ts';
import { startLocalS3 } from '../../src/platform/storage/testing/local-s3.ts';
import { openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';
import { backUp, inOneState, openEmptyPlace, openTarget, restore } from './place.ts';

type Place = { database: Database; storage: Storage };

const onServer = { skip: !process.env.TEST_DATABASE_URL && 'there is no other kind of database' };

describe('a backup', onServer, () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
    const customer = await openCustomer(service);
    await customer.speak();
    await customer.speak({ text: 'Łódź, 東京 and \\ a "quote".' }, { 'idempotency-key': 'one' });
    await customer.bySession('POST', '/api/settings/webhook-secret', {});
    await uploadAsset(customer, sound(1), { filename: 'ünïcode.wav' });
  });
  after(() => service.close());

  test('goes from a server and a folder into the embedded database and S3, and back, with every row and object', async () => {
    const s3 = await startLocalS3();
    const embedded = { database: await openBarePglite(), storage: createS3Storage(s3.settings) };
    const back = await openEmptyPlace();
    try {
      const before = await move(service, embedded);
      assert.deepEqual(await contentOf(embedded.database.db, embedded.storage), before);
      await move(embedded, back);
      assert.deepEqual(await contentOf(back.database.db, back.storage), before);
      assert.deepEqual(await auditRestored({ ...back, db: back.database.db, lost: new Set() }), []);
    } finally {
      await embedded.database.close();
      await back.close();
      await s3.close();
    }
  });
});

type Content = Map<string, string[]>;

/** Returns what the backup has, since a service goes on to write down what it has done. */
async function move(from: Place, to: Place): Promise<Content> {
  const target = await openTarget();
  const repository = await target.open();
  let content: Content = new Map();
  const snapshot: Snapshot = (work) =>
    inOneState(from.database)(async (tx) => {
      content = await contentOf(tx, from.storage);
      return work(tx);
    });
  await restore(repository, to, await backUp(repository, from, { snapshot }));
  await target.close();
  return content;
}

/** Every row of every table that is kept, and the bytes of every object. */
async function contentOf(db: Db, storage: Storage): Promise<Content> {
  const content: Content = new Map();
  for (const name of await tablesOf(db)) {
    const { rows } = await sql<{ text: string }>`SELECT t::text AS text FROM ${sql.id(name)} t`.execute(db);
    content.set(name, rows.map(({ text }) => text).sort());
  }
  const { rows: keys } = await sql<{ line: string }>`${selectObjectKeys(OBJECT_COLUMNS)}`.execute(db);
  for (const { line: key } of keys) {
    const stored = await storage.get(key);
    content.set(key, [Buffer.concat((await stored?.body.toArray()) ?? []).toString('base64')]);
  }
  return new Map([...content].sort());
}

async function tablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`.execute(
    db,
  );
  return rows.map(({ name }) => name).filter((name) => !LEFT_OUT.includes(name));
}
