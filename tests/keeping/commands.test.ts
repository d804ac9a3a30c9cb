import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { restoreKeys } from '../../src/main/backup-keys.ts';
import { withSnapshots } from '../../src/main/backup-snapshots.ts';
import { openBackups } from '../../src/main/open-backups.ts';
import type { Manifest } from '../../src/platform/backup/index.ts';
import { type Config, parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';

const REFUSED = { code: 'backup_refused' };
const MANIFEST: Manifest = {
  id: 'one',
  takenAt: '2026-11-18T00:00:00.000Z',
  version: '0',
  migrations: [],
  tables: [],
  sequences: [],
  objects: { count: 0, file: 'rows/one/objects' },
  missing: [],
  dataKeys: [],
  files: {},
};

describe('the commands of backups', () => {
  let folder: string;
  let config: Config;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'commands-'));
    config = parseConfig({ DATA_DIR: join(folder, 'data') });
  });
  after(() => rm(folder, { recursive: true }));

  test('restoring writes key files and nothing else that a backup names', async () => {
    const files = { '../outside': 'x', 'control/admin.sock': 'x', 'demo-key': 'kept' };
    await restoreKeys(config, { ...MANIFEST, files });
    assert.deepEqual(await readdir(folder), ['data']);
    assert.deepEqual((await readdir(config.dataDir)).sort(), ['data-key.json', 'demo-key', 'secrets.json']);
  });

  test('restoring that is refused for its keys leaves no keys of its own', async () => {
    const other = parseConfig({ DATA_DIR: join(folder, 'other') });
    await mkdir(other.dataDir);
    await writeFile(join(other.dataDir, 'demo-key'), 'mine');
    const dataKeys = [{ id: 'lost', proof: null }];
    await assert.rejects(restoreKeys(other, { ...MANIFEST, dataKeys }), REFUSED);
    assert.deepEqual(await readdir(other.dataDir), ['demo-key']);
  });

  test('a folder that is used for something else is refused and stays as it is', async () => {
    const used = join(folder, 'used');
    await mkdir(used, { mode: 0o755 });
    await writeFile(join(used, 'letter'), '');
    for (const create of [true, false]) await assert.rejects(openBackups(config, used, { create }), REFUSED);
    assert.equal((await stat(used)).mode & 0o777, 0o755);
    assert.deepEqual(await readdir(used), ['letter']);
    await assert.rejects(openBackups(config, join(folder, 'typo'), { create: false }), REFUSED);
    await assert.rejects(stat(join(folder, 'typo')), { code: 'ENOENT' });
  });

  test('a bucket that has the objects is refused', async () => {
    const inBucket = parseConfig({ DATA_DIR: join(folder, 'data'), S3_BUCKET: 'objects' });
    await assert.rejects(openBackups(inBucket, 's3://objects/backups', { create: true }), REFUSED);
  });

  test('a second backup is refused until the first has ended, pruning included', async () => {
    const second = () => withSnapshots(config, silentLog, async () => 'made');
    await withSnapshots(config, silentLog, async () => assert.rejects(second(), REFUSED));
    assert.equal(await second(), 'made');
  });
});
