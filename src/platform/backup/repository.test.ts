import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import { createS3Storage, type Storage, underPrefix } from '../storage/index.ts';
import { startLocalS3 } from '../storage/testing/local-s3.ts';
import { openRepository } from './repository.ts';

const PASSPHRASE = 'a passphrase of the tests';

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

describe('backups in an S3 folder', () => {
  let s3: Awaited<ReturnType<typeof startLocalS3>>;
  let client: ReturnType<typeof createS3Storage>;
  before(async () => {
    s3 = await startLocalS3();
    client = createS3Storage(s3.settings);
  });
  after(async () => {
    client.close();
    await s3.close();
  });
  const open = (storage: Storage, passphrase?: string, create = true) =>
    openRepository(storage, { passphrase, create });
  const refused = { code: 'backup_refused' };

  test('are read with the passphrase that they were written with, and not without it', async () => {
    const storage = underPrefix(client, 'one/two');
    await assert.rejects(open(storage, PASSPHRASE, false), refused, 'there is nothing yet');
    const repository = await open(storage, PASSPHRASE);
    await repository.put('rows/1', once('hello'));
    for await (const name of repository.list('rows/')) assert.equal(name, 'rows/1');
    const again = await open(storage, PASSPHRASE, false);
    assert.equal((await buffer(await again.get('rows/1'))).toString(), 'hello');
    assert.equal(again.nameOf('media/1'), repository.nameOf('media/1'));
    await assert.rejects(open(storage, 'another passphrase of tests'), refused);
    await assert.rejects(open(storage), refused);
    for await (const name of client.list('')) assert.ok(name.startsWith('one/two/'));
  });

  test('that are not encrypted are not added to as if they were', async () => {
    const storage = underPrefix(client, 'plain');
    assert.equal((await open(storage)).isEncrypted, false);
    await assert.rejects(open(storage, PASSPHRASE), refused);
  });

  test('without their key are not overwritten with a new one', async () => {
    const storage = underPrefix(client, 'lost');
    await (await open(storage)).put('rows/1', once('x'));
    await storage.delete('repository.json');
    await assert.rejects(open(storage), { code: 'backup_damaged' });
  });
});
