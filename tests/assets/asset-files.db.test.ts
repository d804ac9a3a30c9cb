import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, describe, test } from 'node:test';
import { createProbe, findFfmpeg } from '../../engines/ffmpeg/index.ts';
import { addAsset } from '../../src/library/assets/add-asset.ts';
import { holdAsset, type MediaDeps, storeMedia } from '../../src/library/assets/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import {
  adoptObject,
  discardObjects,
  StorageUnavailable,
  sweepLooseObjects,
} from '../../src/platform/storage/index.ts';
import { cancelJob, createJob } from '../../src/work/jobs/index.ts';
import { TEST_KINDS } from '../../src/work/jobs/testing/test-kind.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer } from '../support/customer.ts';
import { sound } from '../support/media-files.ts';
import { openTestService, type TestService } from '../support/test-service.ts';
import { uploadAsset } from '../support/upload-asset.ts';

const HOUR_MS = 3_600_000;
const signal = new AbortController().signal;

describe('the files of assets', () => {
  let service: TestService;
  let deps: MediaDeps;
  let folder: string;
  let working: TestService['storage'];
  before(async () => {
    service = await openTestService();
    working = { ...service.storage };
    const ffmpeg = await findFfmpeg(process.env.FFMPEG_PATH, process.env);
    deps = { ...service, probeMedia: createProbe({ ffmpeg, prlimit: null, sandbox: null }) };
    folder = await mkdtemp(join(tmpdir(), 'asset-files-'));
  });
  afterEach(() => Object.assign(service.storage, working));
  after(async () => {
    await service.close();
    await rm(folder, { recursive: true });
  });

  const objects = async ({ accountId }: Pick<Customer, 'accountId'>): Promise<string[]> => {
    const keys: string[] = [];
    for await (const key of service.storage.list(`media/${accountId}/`)) keys.push(key);
    return keys;
  };
  const remove = (customer: Customer, id: string) => customer.byKey('DELETE', `/api/v1/assets/${id}`);
  const idOf = async (customer: Customer, bytes: Buffer): Promise<string> =>
    (await uploadAsset(customer, bytes)).json().id;
  const tenant = ({ accountId }: Customer) => ({ accountId, plan: 'free' });
  const file = async (bytes: Buffer): Promise<string> => {
    await writeFile(join(folder, '0'), bytes);
    return join(folder, '0');
  };
  /** Every row has its object, and every object its row. */
  const assertWhole = async (customer: Customer): Promise<void> => {
    const { rows } = await sql<{ object_key: string }>`
      SELECT object_key FROM asset_files WHERE account_id = ${customer.accountId}::uuid
    `.execute(service.db);
    assert.deepEqual(rows.map((row) => row.object_key).sort(), (await objects(customer)).sort());
  };

  test('identical content is stored once and deleted with its last asset', async () => {
    const customer = await openCustomer(service);
    const first = await idOf(customer, sound(1));
    const second = await idOf(customer, sound(1));
    assert.notEqual(first, second);
    assert.equal((await objects(customer)).length, 1);
    assert.equal((await remove(customer, first)).statusCode, 204);
    const left = await customer.byKey('GET', `/api/v1/assets/${second}/file`);
    assert.ok(left.rawPayload.equals(sound(1)));
    assert.equal((await remove(customer, second)).statusCode, 204);
    assert.deepEqual(await objects(customer), []);
    assertError(await remove(customer, second), 404, 'asset_not_found');
  });

  test('accounts share nothing: the same content is another object for each', async () => {
    const one = await openCustomer(service);
    const other = await openCustomer(service);
    const mine = await idOf(one, sound(1));
    const theirs = await idOf(other, sound(1));
    assert.deepEqual([(await objects(one)).length, (await objects(other)).length], [1, 1]);
    await remove(one, mine);
    assert.equal((await other.byKey('GET', `/api/v1/assets/${theirs}/file`)).statusCode, 200);
  });

  test('concurrent uploads and deletions of the same content leave no row without a file and no file without a row', async () => {
    const customer = await openCustomer(service);
    const ids = await Promise.all(Array.from({ length: 4 }, () => idOf(customer, sound(1))));
    assert.equal((await objects(customer)).length, 1);
    await Promise.all([...ids.map((id) => remove(customer, id)), idOf(customer, sound(1))]);
    await assertWhole(customer);
    assert.equal((await objects(customer)).length, 1);
    const { assets } = (await customer.byKey('GET', '/api/v1/assets')).json();
    await Promise.all(assets.map(({ id }: { id: string }) => remove(customer, id)));
    await assertWhole(customer);
    assert.deepEqual(await objects(customer), []);
  });

  test('503: a store that fails leaves no asset, and no object once it works again', async () => {
    const customer = await openCustomer(service);
    const failing = async () => {
      throw new StorageUnavailable('full');
    };
    Object.assign(service.storage, { put: failing, delete: failing });
    assertError(await uploadAsset(customer, sound(1)), 503, 'storage_unavailable');
    assert.deepEqual((await customer.byKey('GET', '/api/v1/assets')).json().assets, []);
    Object.assign(service.storage, working);
    assert.ok(await idOf(customer, sound(1)));
    await assertWhole(customer);
  });

  test('an object without a row is removed: at once after an error, by the sweep after a crash', async () => {
    const customer = await openCustomer(service);
    const path = await file(sound(1));
    const commit = () => Promise.reject(new Error('the transaction failed'));
    await assert.rejects(addAsset(deps, tenant(customer), { path, name: 'x' }, { signal, commit }));
    assert.deepEqual(await objects(customer), []);

    await storeMedia(deps, tenant(customer), path, signal);
    await sweepLooseObjects(deps);
    assert.equal((await objects(customer)).length, 1, 'it may still be on its way');
    service.clock.advanceMs(3 * HOUR_MS);
    await sweepLooseObjects(deps);
    assert.deepEqual(await objects(customer), []);
  });

  test('204: a deletion counts although the store fails, and the sweep removes the object later', async () => {
    const customer = await openCustomer(service);
    const id = await idOf(customer, sound(1));
    service.storage.delete = () => Promise.reject(new StorageUnavailable('away'));
    assert.equal((await remove(customer, id)).statusCode, 204);
    assert.equal((await objects(customer)).length, 1);
    Object.assign(service.storage, working);
    assert.ok(await idOf(customer, sound(1)));
    service.clock.advanceMs(3 * HOUR_MS);
    await sweepLooseObjects(deps);
    await assertWhole(customer);
  });

  test('a file sent with a job is checked like an asset, not listed, and stays once adopted', async () => {
    const customer = await openCustomer(service);
    const long = await file(sound(181));
    await assert.rejects(storeMedia(deps, tenant(customer), long, signal), { code: 'media_too_long' });
    const path = await file(sound(1));
    const media = await storeMedia(deps, tenant(customer), path, signal);
    assert.deepEqual([media.kind, media.duration_seconds, media.has_audio], ['audio', 1, true]);
    await service.db.transaction().execute((tx) => adoptObject(tx, media.object_key));
    service.clock.advanceMs(3 * HOUR_MS);
    await sweepLooseObjects(deps);
    assert.deepEqual(await objects(customer), [media.object_key]);
    assert.deepEqual((await customer.byKey('GET', '/api/v1/assets')).json().assets, []);
    await discardObjects(deps, [media.object_key]);
    assert.deepEqual(await objects(customer), [media.object_key], 'what was adopted is not discarded');
  });

  test('a file marked by the sweep can no longer be adopted', async () => {
    const customer = await openCustomer(service);
    const { object_key } = await storeMedia(deps, tenant(customer), await file(sound(1)), signal);
    service.clock.advanceMs(3 * HOUR_MS);
    await sweepLooseObjects(deps);
    const late = service.db.transaction().execute((tx) => adoptObject(tx, object_key));
    await assert.rejects(late, { code: 'storage_unavailable' });
  });

  test('409: an asset is not deleted while a job needs it, nor while one is being made of it', async () => {
    const customer = await openCustomer(service);
    const { accountId } = customer;
    const id = await idOf(customer, sound(1));
    const deps = { ...service, kinds: TEST_KINDS, outputUrl: () => '' };
    const held = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    const making = service.db.transaction().execute(async (tx) => {
      const { object_key, content_type } = await holdAsset(tx, accountId, id);
      held.resolve();
      await asked.promise;
      const input = { name: 'audio', objectKey: object_key, contentType: content_type, assetId: id };
      const job = { accountId, kind: 'video', request: {}, needs: [], charges: [], requestId: 'req_1' };
      return createJob(deps, tx, { ...job, inputs: [input] });
    });
    await held.promise;
    const deletion = remove(customer, id);
    asked.resolve();
    const { jobId } = await making;
    assertError(await deletion, 409, 'asset_in_use');
    assertError(await remove(customer, id), 409, 'asset_in_use');
    assert.equal((await customer.byKey('GET', `/api/v1/assets/${id}/file`)).statusCode, 200);
    await cancelJob(deps, accountId, jobId);
    assert.equal((await remove(customer, id)).statusCode, 204);
  });
});
