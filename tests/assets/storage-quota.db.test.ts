import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { newAssetId } from '../../src/library/assets/asset.ts';
import { PLANS } from '../../src/money/plans/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { forgetRateLimits, openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

describe('stored assets are capped by the plan', () => {
  let service: TestService;
  before(async () => {
    service = await openTestService();
  });
  afterEach(() => forgetRateLimits(service.db));
  after(() => service.close());

  const { assets: most, assetBytes: mostBytes } = PLANS.free;

  /** Fills the account as if files had been uploaded: `count` assets of one file that has `bytes`. */
  async function fill({ accountId }: Customer, count: number, bytes: number): Promise<string[]> {
    const key = `media/${accountId}/filler`;
    await sql`
      INSERT INTO asset_files (object_key, account_id, sha256, bytes, content_type, extension, kind, has_audio)
      VALUES (${key}, ${accountId}::uuid, 'filler', ${bytes}, 'audio/wav', 'wav', 'audio', true)
    `.execute(service.db);
    const ids = Array.from({ length: count }, () => newAssetId(service.clock.now()));
    for (const id of ids)
      await sql`
        INSERT INTO assets (id, account_id, object_key, name, created_at)
        VALUES (${id}, ${accountId}::uuid, ${key}, 'filler', now())
      `.execute(service.db);
    return ids;
  }
  const stored = async ({ accountId }: Customer): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of service.storage.list(`media/${accountId}/`)) keys.push(key);
    return keys;
  };
  const storageOf = async ({ bySession }: Customer) =>
    (await bySession('GET', '/api/me')).json().user.storage;

  test('402 storage_limit: one asset too many; a deletion makes room', async () => {
    const customer = await openCustomer(service);
    const [first] = await fill(customer, most, 1_000);
    const refused = await uploadAsset(customer, sound(1));
    assertError(refused, 402, 'storage_limit');
    assert.match(refused.json().error, /100 assets and 500 MB/);
    assert.deepEqual(await stored(customer), []);
    assert.equal((await customer.byKey('DELETE', `/api/v1/assets/${first}`)).statusCode, 204);
    assert.equal((await uploadAsset(customer, sound(1))).statusCode, 201);
  });

  test('402 storage_limit: one byte too many; content already stored counts once', async () => {
    const customer = await openCustomer(service);
    const file = sound(1);
    await fill(customer, 1, mostBytes - file.length);
    assert.equal((await uploadAsset(customer, file)).statusCode, 201, 'exactly full');
    assertError(await uploadAsset(customer, sound(1, 220)), 402, 'storage_limit');
    assert.equal((await uploadAsset(customer, file)).statusCode, 201, 'the same file again');
    assert.deepEqual(await storageOf(customer), {
      assets: 3,
      max_assets: most,
      bytes: mostBytes,
      max_bytes: mostBytes,
    });
  });

  test('uploads that race for the last place: one gets it, the others leave nothing behind', async () => {
    const customer = await openCustomer(service);
    await fill(customer, most - 1, 1_000);
    const files = [110, 220, 330, 440].map((hz) => sound(1, hz));
    const replies = await Promise.all(files.map((file) => uploadAsset(customer, file)));
    assert.deepEqual(replies.map(({ statusCode }) => statusCode).sort(), [201, 402, 402, 402]);
    assert.equal((await stored(customer)).length, 1);
    assert.equal((await sql`SELECT FROM loose_objects`.execute(service.db)).rows.length, 0);
    assert.equal((await storageOf(customer)).assets, most);
  });

  test('402 before the file is read: even one that is not media is refused because the library is full', async () => {
    const customer = await openCustomer(service);
    await fill(customer, most, 1_000);
    assertError(await uploadAsset(customer, Buffer.from('no media')), 402, 'storage_limit');
  });
});
