import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runAdminCommand } from '../../src/main/admin-commands.ts';
import { openHold } from '../../src/main/open-hold.ts';
import {
  keepNewest,
  listBackups,
  type Manifest,
  type Repository,
  verifyBackup,
} from '../../src/platform/backup/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type Db, migrate, sql } from '../../src/platform/database/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { closeRestoredDeliveries } from '../../src/work/webhooks/index.ts';
import { backUp, type EmptyPlace, openEmptyPlace, openTarget, restore } from './place.ts';

const ACCOUNT = '0199a1b2-0000-7000-8000-000000000001';
const DELIVERY = '0199a1b2-0000-7000-8000-000000000002';
const KEYS = ['media/one', 'media/two', 'media/three'];
/** Tables that migrations after 0089 make and that are kept; an earlier version would have made the same backup without them. */
const ADDED_SINCE = ['voice_adaptations', 'fingerprint_codes'];
/** The same for columns, of tables that are empty here. */
const COLUMNS_ADDED_SINCE = ['sent_fingerprint'];
const WAV = { contentType: 'audio/wav' };
const code = (expected: string) => ({ code: expected });

describe('restoring', () => {
  let target: Awaited<ReturnType<typeof openTarget>>;
  let repository: Repository;
  let manifest: Manifest;
  before(async () => {
    target = await openTarget();
    repository = await target.open();
    const database = await openTestDatabase();
    const { db } = database;
    const storage = await createDiskStorage({ folder: `${target.folder}/.source` });
    await sql`INSERT INTO accounts (id, email, created_at) VALUES (${ACCOUNT}::uuid, 'É@example.com', now())`.execute(
      db,
    );
    for (const key of KEYS) {
      await storage.put(key, Buffer.from(key), WAV);
      await sql`
        INSERT INTO asset_files (object_key, account_id, sha256, bytes, kind, content_type, extension, has_audio)
        VALUES (${key}, ${ACCOUNT}::uuid, ${key}, 3, 'audio', 'audio/wav', 'wav', true)`.execute(db);
    }
    await sql`
      INSERT INTO webhook_deliveries (id, account_id, event, subject_id, url, host, payload, due_at, created_at)
      VALUES (${DELIVERY}::uuid, ${ACCOUNT}::uuid, 'x', 'y', 'https://a.example', 'a.example', '{"b":1, "a":2}', now(), now())`.execute(
      db,
    );
    manifest = await backUp(repository, { database, storage });
    await database.close();
  });
  after(() => target.close());

  async function inEmptyPlace(work: (place: EmptyPlace) => Promise<void>): Promise<void> {
    const place = await openEmptyPlace();
    try {
      await work(place);
    } finally {
      await place.close();
    }
  }
  const put = (name: string, bytes: Uint8Array) =>
    target.storage.put(name, Buffer.from(bytes), { contentType: 'application/octet-stream' });
  const read = async (name: string): Promise<Buffer> =>
    Buffer.concat((await (await target.storage.get(name))?.body.toArray()) ?? []);
  const flipped = (bytes: Buffer) => bytes.map((byte, at) => (at === bytes.length - 20 ? byte ^ 1 : byte));
  const fileOf = (table: string) => manifest.tables.find(({ name }) => name === table)?.file ?? '';
  async function changed(name: string, work: () => Promise<void>): Promise<void> {
    const whole = await read(name);
    await put(name, flipped(whole));
    await work();
    await put(name, whole);
  }
  const start = (place: EmptyPlace) => migrate(place.database, { log: silentLog });
  const accounts = async ({ database }: EmptyPlace): Promise<unknown> =>
    (await sql<{ key: string }>`SELECT email_key AS key FROM accounts`.execute(database.db)).rows;

  test('that ends halfway leaves a place where nothing starts, and goes on from there', () =>
    inEmptyPlace(async (place) => {
      let left = 2;
      const full = {
        ...place.storage,
        put: (...args: Parameters<typeof place.storage.put>) => {
          left -= 1;
          return left < 0 ? Promise.reject(new Error('killed')) : place.storage.put(...args);
        },
      };
      await assert.rejects(restore(repository, { ...place, storage: full }, manifest), /killed/);
      await assert.rejects(start(place), code('half_restored'));
      await changed(fileOf('accounts'), async () => {
        await assert.rejects(restore(repository, place, manifest), code('backup_damaged'));
      });
      await assert.rejects(start(place), code('half_restored'));
      assert.deepEqual(await accounts(place), [], 'all rows come at once');
      const other = { ...manifest, id: 'another' };
      await assert.rejects(restore(repository, place, other), code('half_restored'));
      await restore(repository, place, manifest);
      await start(place);
      assert.deepEqual(await accounts(place), [{ key: 'é@example.com' }]);
      await assert.rejects(
        restore(repository, place, manifest),
        code('place_not_empty'),
        'it is not empty now',
      );
    }));

  test('brings a backup of an earlier version up to date, and holds what it would send until it is released', () =>
    inEmptyPlace(async (place) => {
      const { db } = place.database;
      const log = silentLog;
      const newer = {
        ...manifest,
        migrations: [...manifest.migrations, { name: '9999-new.sql', checksum: '' }],
      };
      await assert.rejects(restore(repository, place, newer), code('backup_refused'));
      const migrations = manifest.migrations.filter(({ name }) => name < '0090');
      const tables = manifest.tables
        .filter(({ name }) => !ADDED_SINCE.includes(name))
        .map((table) => ({
          ...table,
          columns: table.columns.filter((column) => !COLUMNS_ADDED_SINCE.includes(column)),
        }));
      const close = async (tx: Db) => void (await closeRestoredDeliveries(tx, new Date()));
      await restore(repository, place, { ...manifest, migrations, tables }, close);
      await start(place);
      const { rows } = await sql`SELECT status, payload::text FROM webhook_deliveries`.execute(db);
      assert.deepEqual(
        rows,
        [{ status: 'failed', payload: '{"b":1, "a":2}' }],
        'it may have been sent since',
      );
      const held = await openHold({ db, log });
      assert.equal(held.isHeld(), true);
      held.close();
      // Asked for by a call on this copy, before it knew of payments since the backup.
      await sql`
        INSERT INTO wallets (account_id, pool_credits, included_credits, routing_credits, cycle_anchor, cycle_starts_at, cycle_ends_at)
        VALUES (${ACCOUNT}::uuid, 0, 0, 0, now(), now(), now() + interval '1 month')`.execute(db);
      await sql`
        INSERT INTO auto_top_ups (account_id, amount_cents, requested_at) VALUES (${ACCOUNT}::uuid, 500, now())`.execute(
        db,
      );
      const operator = { db, clock: systemClock, publicUrl: 'http://localhost', adminEmails: [] };
      assert.match(await runAdminCommand(operator, ['release']), /^Released/);
      const { rows: topUps } = await sql`SELECT status, reason FROM auto_top_ups`.execute(db);
      assert.deepEqual(topUps, [{ status: 'refused', reason: 'restored' }]);
      assert.equal((await openHold({ db, log })).isHeld(), false);
    }));

  test('is refused where a file was changed, cut, exchanged or removed', async () => {
    const object = repository.nameOf('media/one');
    const lies: Record<string, (name: string, bytes: Buffer) => Promise<unknown>> = {
      changed: (name, bytes) => put(name, flipped(bytes)),
      cut: (name, bytes) => put(name, bytes.subarray(0, -1)),
      exchanged: async (name) => put(name, await read(repository.nameOf('media/two'))),
      removed: (name) => target.storage.delete(name),
    };
    for (const [lie, tell] of Object.entries(lies))
      for (const name of [fileOf('accounts'), object]) {
        const whole = await read(name);
        await tell(name, whole);
        const { damaged } = await verifyBackup(repository, manifest, () => undefined);
        assert.deepEqual(
          damaged.map((file) => file.split(' ')[0]),
          [name],
          lie,
        );
        await put(name, whole);
      }
    assert.deepEqual((await verifyBackup(repository, manifest, () => undefined)).damaged, []);
  });

  test('stays possible from an older backup when the newer one cannot be read while older ones are removed', async () => {
    const older = manifest.id.slice(0, -1);
    await put(`manifests/${older}`, Buffer.from('an older one'));
    await changed(manifest.objects.file, async () => {
      await assert.rejects(keepNewest(repository, 1), code('backup_damaged'));
    });
    assert.deepEqual(await listBackups(repository), [older, manifest.id]);
    assert.deepEqual(await keepNewest(repository, 1), [older]);
    assert.deepEqual((await verifyBackup(repository, manifest, () => undefined)).damaged, []);
  });
});
