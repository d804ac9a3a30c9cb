import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createBucket, createS3Storage, StorageUnavailable } from './index.ts';
import { PART_BYTES } from './s3-upload.ts';
import { startLocalS3 } from './testing/local-s3.ts';
import { readAll, storageContract } from './testing/storage-contract.ts';

let server: Awaited<ReturnType<typeof startLocalS3>>;
let storage: ReturnType<typeof createS3Storage>;

describe('storage in S3', () => {
  before(async () => {
    server = await startLocalS3();
    storage = createS3Storage(server.settings);
  });
  after(async () => {
    storage.close();
    await server.close();
  });

  storageContract('s3', PART_BYTES, () => storage);

  for (const [what, overrides] of Object.entries({
    'a wrong secret': { secretAccessKey: 'wrong' },
    'a missing bucket': { bucket: 'not-there' },
    'a server that is gone': { endpoint: 'http://127.0.0.1:1' },
  })) {
    test(`s3: ${what} is StorageUnavailable and fails the check`, async () => {
      const broken = createS3Storage({ ...server.settings, ...overrides });
      await assert.rejects(broken.check(), StorageUnavailable);
      await assert.rejects(
        broken.put('a', Buffer.from('x'), { contentType: 'text/plain' }),
        StorageUnavailable,
      );
      await assert.rejects(readAll(broken.list('a')), StorageUnavailable);
      broken.close();
    });
  }

  test('s3: a bucket is created once, also by two at the same time, and can be used', async () => {
    const settings = { ...server.settings, bucket: 'vox-new' };
    const both = await Promise.all([createBucket(settings), createBucket(settings)]);
    assert.ok(both.includes(true));
    assert.equal(await createBucket(settings), false);
    const created = createS3Storage(settings);
    await created.check();
    created.close();
    await assert.rejects(createBucket({ ...settings, secretAccessKey: 'wrong' }), StorageUnavailable);
  });
});
