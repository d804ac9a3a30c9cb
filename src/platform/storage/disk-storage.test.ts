import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
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

  test('disk: whole bodies without a flush come back unchanged, into new folders and over old files', async () => {
    const sizes = [0, 1, 4_844, 70_000, 300_000];
    // These are more than the thread takes at a time.
    const bodies = [...sizes, ...Array<number>(30).fill(500)].map((bytes) => randomBytes(bytes));
    for (const round of [0, 1]) {
      const stored = await Promise.all(
        bodies.map(async (body, place) => {
          const key = `later/${place}/one`;
          const own = round === 0 ? Buffer.from('another') : body;
          const put = await storage.put(key, own, { contentType: 'audio/wav', flush: 'later' });
          assert.equal(put.sha256, createHash('sha256').update(own).digest('hex'));
          const found = await storage.get(key);
          assert.equal(found?.contentType, 'audio/wav');
          return found && Buffer.concat(await found.body.toArray());
        }),
      );
      if (round === 1) assert.deepEqual(stored, bodies);
    }
    assert.deepEqual(await readdir(join(dataDir, 'storage', '.tmp')), []);
  });

  test('disk: a whole body that cannot be stored leaves nothing behind and stops no other', async () => {
    const options = { contentType: 'audio/wav', flush: 'later' } as const;
    await mkdir(join(dataDir, 'storage', 'taken', '@name'), { recursive: true });
    const [taken, free] = await Promise.allSettled([
      storage.put('taken/name', Buffer.from('x'), options),
      storage.put('taken/other', Buffer.from('y'), options),
    ]);
    assert.ok(taken.status === 'rejected' && taken.reason instanceof StorageUnavailable);
    assert.equal(free.status, 'fulfilled');
    assert.deepEqual(await readdir(join(dataDir, 'storage', '.tmp')), []);
    await rm(join(dataDir, 'storage', 'taken'), { recursive: true });
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
