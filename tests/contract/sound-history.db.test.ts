import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { StorageFull } from '../../src/platform/storage/index.ts';
import { readAll } from '../../src/platform/storage/testing/storage-contract.ts';
import { assertError } from '../support/assert-error.ts';
import { type Customer, openCustomer, stranger } from '../support/customer.ts';
import { readZip } from '../support/read-zip.ts';
import { SOUND_ROUTES } from '../support/sound-routes.ts';
import { openTestService, type TestService } from '../support/test-service.ts';

describe('the history of music and sound effects', () => {
  let service: TestService;
  let working: TestService['storage'];
  before(async () => {
    service = await openTestService();
    working = { ...service.storage };
  });
  after(() => service.close());

  async function withFullStorage(work: () => Promise<void>): Promise<void> {
    service.storage.put = () =>
      Promise.reject(new StorageFull(Object.assign(new Error('full'), { code: 'ENOSPC' })));
    await work().finally(() => Object.assign(service.storage, working));
  }
  const stored = async () => (await readAll(service.storage.list('history/'))).length;

  for (const { path, order, kind, credits } of SOUND_ROUTES) {
    const make = (by: Customer, change: object = {}, headers?: Record<string, string>) =>
      by.byKey('POST', path, { ...order, ...change }, headers);

    test(`${path}: its owner lists, plays and seeks in it, and can pass on a signed URL`, async () => {
      const owner = await openCustomer(service);
      const made = await make(owner);
      const { generations } = (await owner.bySession('GET', '/api/v1/history')).json();
      assert.equal(generations.length, 1);
      const [entry] = generations;
      assert.deepEqual(
        [entry.id, entry.kind, entry.format, entry.characters, entry.credits, entry.text_excerpt],
        [made.headers['x-history-id'], kind, 'wav', 0, credits, order.prompt],
      );
      const { pathname, search } = new URL(entry.audio_url);
      const signed = await stranger(service)('GET', pathname + search);
      assert.ok(signed.rawPayload.equals(made.rawPayload));
      assert.equal(signed.headers['content-type'], 'audio/wav');
      const part = await owner.byKey('GET', pathname, undefined, { range: 'bytes=44-99' });
      assert.equal(part.statusCode, 206);
      assert.ok(part.rawPayload.equals(made.rawPayload.subarray(44, 100)));
    });

    test(`${path}: nobody else finds it, and nobody finds captions of it`, async () => {
      const owner = await openCustomer(service);
      const other = await openCustomer(service);
      const id = (await make(owner)).headers['x-history-id'];
      for (const url of [`/api/v1/history/${id}`, `/api/v1/history/${id}/audio`])
        assertError(await other.byKey('GET', url), 404, 'generation_not_found');
      assertError(await other.byKey('DELETE', `/api/v1/history/${id}`), 404, 'generation_not_found');
      for (const format of ['srt', 'vtt'])
        assertError(await owner.byKey('GET', `/api/v1/tts/${id}.${format}`), 404);
      assert.equal((await owner.byKey('GET', `/api/v1/history/${id}`)).statusCode, 200);
    });

    test(`${path}: deleting it removes its file`, async () => {
      const owner = await openCustomer(service);
      const before = await stored();
      const id = (await make(owner)).headers['x-history-id'];
      assert.equal(await stored(), before + 1);
      assert.equal((await owner.byKey('DELETE', `/api/v1/history/${id}`)).statusCode, 204);
      assert.equal(await stored(), before);
      assertError(await owner.byKey('GET', `/api/v1/history/${id}/audio`), 404);
      assert.equal((await owner.figures()).credits.used, credits, 'what was delivered stays charged');
    });

    test(`${path}: the export of the account has its prompt and its file; assets have no less room`, async () => {
      const owner = await openCustomer(service);
      const made = await make(owner, { format: 'flac' });
      const id = made.headers['x-history-id'];
      const files = readZip((await owner.bySession('GET', '/api/account/export')).rawPayload);
      assert.deepEqual(files.get(`history/${id}.flac`), made.rawPayload);
      const line = JSON.parse(String(files.get('history.jsonl')).trim());
      assert.deepEqual([line.id, line.kind, line.text], [id, kind, order.prompt]);
      const { storage } = (await owner.bySession('GET', '/api/me')).json().user;
      assert.deepEqual([storage.assets, storage.bytes], [0, 0]);
    });

    test(`${path}: with full storage it is delivered and charged, only its copy is missing`, async () => {
      const owner = await openCustomer(service);
      await withFullStorage(async () => {
        assert.equal((await make(owner)).statusCode, 200);
        const keyed = await make(owner, {}, { 'idempotency-key': 'full' });
        assertError(keyed, 503, 'storage_full');
      });
      const { generations } = (await owner.byKey('GET', '/api/v1/history')).json();
      assert.deepEqual(
        generations.map((one: { audio_url: unknown }) => one.audio_url),
        [null],
      );
      assert.equal((await owner.figures()).credits.used, credits);
      assert.deepEqual(await verifyLedger(service.db), []);
    });
  }

  test('MIDI is kept as such', async () => {
    const owner = await openCustomer(service);
    const order = { prompt: 'calm piano', seconds: 2, format: 'midi' };
    const made = await owner.byKey('POST', '/api/v1/music', order);
    const id = made.headers['x-history-id'];
    const kept = await owner.byKey('GET', `/api/v1/history/${id}/audio`);
    assert.equal(kept.headers['content-type'], 'audio/midi');
    assert.match(String(kept.headers['content-disposition']), /\.mid"$/u);
    assert.deepEqual(kept.rawPayload, made.rawPayload);
  });
});
