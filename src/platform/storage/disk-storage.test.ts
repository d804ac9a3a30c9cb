import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createDiskStorage, type Storage, StorageUnavailable } from './index.ts';
import { storageContract } from './testing/storage-contract.ts';

let dataDir: string;
let storage: Storage;

describe('storage on disk', () => {
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'storage-test-'));
    storage = await createDiskStorage({ dataDir });
  });
  after(() => rm(dataDir, { recursive: true }));

  storageContract('disk', 100_000, () => storage);

  test('disk: objects outlive the process that wrote them', async () => {
    await storage.put('kept/over', Buffer.from('x'), { contentType: 'text/plain' });
    const reopened = await createDiskStorage({ dataDir });
    assert.deepEqual(await reopened.head('kept/over'), { bytes: 1, contentType: 'text/plain' });
  });

  test('disk: no temporary file stays after success or failure', async () => {
    await storage.put('clean', Buffer.from('x'), { contentType: 'text/plain' });
    assert.deepEqual(await readdir(join(dataDir, 'storage', '.tmp')), []);
  });

  test('disk: an old temporary file is swept, a recent one is not', async () => {
    const folder = join(dataDir, 'storage', '.tmp');
    await writeFile(join(folder, 'dead'), 'x');
    await utimes(join(folder, 'dead'), new Date(0), new Date(0));
    await writeFile(join(folder, 'alive'), 'x');
    await createDiskStorage({ dataDir });
    assert.deepEqual(await readdir(folder), ['alive']);
    await rm(join(folder, 'alive'));
  });

  test('disk: a file that the storage did not write is not served', async () => {
    await mkdir(join(dataDir, 'storage', 'foreign'), { recursive: true });
    for (const content of ['', 'short', 'something long enough to have a trailer']) {
      await writeFile(join(dataDir, 'storage', 'foreign', '@file'), content);
      assert.equal(await storage.get('foreign/file'), null);
      assert.equal(await storage.head('foreign/file'), null);
    }
  });

  test('disk: a folder that cannot be used is StorageUnavailable', async () => {
    const blocked = join(dataDir, 'blocked');
    await writeFile(blocked, 'a file where a folder should be');
    await assert.rejects(createDiskStorage({ dataDir: blocked }), StorageUnavailable);
  });
});
