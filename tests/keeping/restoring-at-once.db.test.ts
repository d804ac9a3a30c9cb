import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Manifest, Repository } from '../../src/platform/backup/index.ts';
import { migrate } from '../../src/platform/database/index.ts';
import { openSecondNode, openTestDatabase } from '../../src/platform/database/testing.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { createDiskStorage, type Storage } from '../../src/platform/storage/index.ts';
import { backUp, openEmptyPlace, openTarget, restore } from './place.ts';

const onServer = { skip: !process.env.TEST_DATABASE_URL && 'PGlite has room for one process' };

describe('while a backup is restored', () => {
  let target: Awaited<ReturnType<typeof openTarget>>;
  let repository: Repository;
  let manifest: Manifest;
  before(async () => {
    target = await openTarget();
    repository = await target.open();
    const database = await openTestDatabase();
    const storage = await createDiskStorage({ folder: `${target.folder}/.source` });
    manifest = await backUp(repository, { database, storage });
    await database.close();
  });
  after(() => target.close());

  /** The restore lists the objects twice: to see that there are none, and to leave out what is there. */
  const listing = (storage: Storage, onList: (count: number) => Promise<void>): Storage => {
    let count = 0;
    return {
      ...storage,
      async *list(prefix) {
        count += 1;
        await onList(count);
        yield* storage.list(prefix);
      },
    };
  };

  test('a service that starts after the place was found empty is refused', onServer, async () => {
    const place = await openEmptyPlace();
    const node = await openSecondNode(place.database);
    let started: Promise<unknown> | undefined;
    const storage = listing(place.storage, async () => {
      started ??= assert.rejects(migrate(node, { log }), { code: 'half_restored' });
    });
    await restore(repository, { ...place, storage }, manifest, async () => void (await started));
    assert.ok(started);
    await migrate(node, { log });
    await node.close();
    await place.close();
  });

  test('a second restore of it is refused', onServer, async () => {
    const place = await openEmptyPlace();
    const node = await openSecondNode(place.database);
    const storage = listing(place.storage, async (count) => {
      if (count === 2)
        await assert.rejects(restore(repository, { database: node, storage: place.storage }, manifest), {
          code: 'backup_refused',
        });
    });
    await restore(repository, { ...place, storage }, manifest);
    await node.close();
    await place.close();
  });
});
