import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { openRepository } from '../../../platform/backup/index.ts';
import { ManualClock } from '../../../platform/clock.ts';
import { createDiskStorage, createS3Storage, type Storage } from '../../../platform/storage/index.ts';
import { startLocalS3 } from '../../../platform/storage/testing/local-s3.ts';
import { rememberBackup } from '../../last-backup.ts';
import type { Check, Finding } from '../check.ts';
import { openInstallation } from '../installation.ts';
import { backups, judgeAge } from './backups.ts';
import { dataFolder, judgeMount } from './data-folder.ts';
import { judgeSpace } from './disk-space.ts';
import { mountOf } from './mounts.ts';
import { judgeFailure, objectStore, probe } from './object-store.ts';
import { judgeStoreClock, storeClock } from './store-clock.ts';

const NOW = '2026-11-19T00:00:00Z';
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doctor-'));
});
after(() => rm(folder, { recursive: true }));

async function look(
  check: Check,
  env: NodeJS.ProcessEnv,
  named: string | null = null,
): Promise<readonly Finding[]> {
  return check.run(openInstallation(env, { clock: new ManualClock(NOW), backups: named }));
}

async function all(keys: AsyncIterable<string>): Promise<string[]> {
  const listed: string[] = [];
  for await (const key of keys) listed.push(key);
  return listed;
}

describe('the object store', () => {
  let server: Awaited<ReturnType<typeof startLocalS3>>;
  let env: NodeJS.ProcessEnv;
  before(async () => {
    server = await startLocalS3();
    env = {
      DATA_DIR: join(folder, 'nothing'),
      S3_BUCKET: server.settings.bucket,
      S3_ENDPOINT: server.settings.endpoint,
      AWS_ACCESS_KEY_ID: server.settings.accessKeyId,
      AWS_SECRET_ACCESS_KEY: server.settings.secretAccessKey,
    };
  });
  after(() => server.close());

  test('a bucket gets an object and loses it again', async () => {
    assert.match((await look(objectStore, env))[0]?.seen ?? '', /written, read, listed and removed/);
    const storage = createS3Storage(server.settings);
    assert.deepEqual(await all(storage.list('')), []);
    storage.close();
  });

  for (const [what, wrong, remedy] of [
    ['a bucket that is not there', { S3_BUCKET: 'not-there' }, /S3_BUCKET/],
    ['a wrong secret', { AWS_SECRET_ACCESS_KEY: 'wrong-secret' }, /correct the key/],
    ['a server that is gone', { S3_ENDPOINT: 'http://127.0.0.1:1' }, /S3_ENDPOINT/],
  ] as const)
    test(`${what} is a fault with its remedy`, async () => {
      const [found] = await look(objectStore, { ...env, ...wrong });
      assert.equal(found?.level, 'fault');
      assert.match(found?.remedy ?? '', remedy);
    });

  test('a key that may write and not remove says which object it left', async () => {
    const disk = await createDiskStorage({ folder: join(folder, 'no-delete') });
    const refusing: Storage = { ...disk, delete: () => Promise.reject(new Error('403')) };
    const [found, left] = await probe(refusing, 'It');
    assert.match(found?.seen ?? '', /could not be removed/);
    assert.match(left?.remedy ?? '', /^Remove doctor-[0-9a-f-]+ by hand\.$/);
  });

  test('a key that may write and not read removes what it wrote', async () => {
    const disk = await createDiskStorage({ folder: join(folder, 'no-read') });
    const [found] = await probe({ ...disk, get: () => Promise.reject(new Error('403')) }, 'It');
    assert.match(found?.seen ?? '', /could not be read/);
    assert.deepEqual(await all(disk.list('')), []);
  });

  test('a folder is not made, and one that is there gets an object and loses it again', async () => {
    const dataDir = join(folder, 'embedded');
    await mkdir(dataDir);
    assert.match((await look(objectStore, { DATA_DIR: dataDir }))[0]?.seen ?? '', /not there yet/);
    assert.deepEqual(await readdir(dataDir), []);
    const disk = await createDiskStorage({ dataDir });
    assert.match((await look(objectStore, { DATA_DIR: dataDir }))[0]?.seen ?? '', /removed again/);
    assert.deepEqual(await all(disk.list('')), []);
    const both = await look(objectStore, { ...env, DATA_DIR: dataDir });
    assert.match(both[1]?.seen ?? '', /objects of before are still in/);
  });

  test('what S3 and disks call it has a remedy', () => {
    const named = (name: string) => Object.assign(new Error('x'), { name });
    for (const [error, remedy] of [
      [named('InvalidAccessKeyId'), /AWS_ACCESS_KEY_ID/],
      [named('SignatureDoesNotMatch'), /AWS_SECRET_ACCESS_KEY/],
      [named('RequestTimeTooSkewed'), /timedatectl/],
      [named('CredentialsProviderError'), /Set AWS_ACCESS_KEY_ID/],
      [named('PermanentRedirect'), /S3_REGION/],
      [Object.assign(new Error('x'), { code: 'ENOSPC' }), /Free some space/],
      [Object.assign(new Error('x'), { code: 'EACCES' }), /chown/],
    ] as const)
      assert.match(judgeFailure(error, 'It').remedy ?? '', remedy);
  });

  test('its clock is compared with that of this machine', async () => {
    assert.notEqual((await look(storeClock, env))[0], undefined);
    assert.deepEqual(
      [0, 120_000, -1_000_000].map((ms) => judgeStoreClock(ms).level),
      ['good', 'warning', 'fault'],
    );
  });
});

describe('folders', () => {
  const MOUNTS = [
    '/dev/sda1 / ext4 rw 0 0',
    'nas:/vol /mnt/nas nfs4 rw 0 0',
    'tmpfs /mnt/nas/fast tmpfs rw 0 0',
    'x /mnt/with\\040space cifs rw 0 0',
  ].join('\n');

  test('the file system of a folder is that of the deepest mount above it', () => {
    const types = ['/srv/vox', '/mnt/nas/vox', '/mnt/nas/fast/vox', '/mnt/with space/vox', '/mnt/nastier'];
    assert.deepEqual(
      types.map((path) => mountOf(path, MOUNTS)?.type),
      ['ext4', 'nfs4', 'tmpfs', 'cifs', 'ext4'],
    );
  });

  test('an embedded database on a network file system is a fault, anything in memory or a container a warning', () => {
    const judge = (type: string, embedded = true) =>
      judgeMount({ folder: '/mnt', type }, { dataDir: '/mnt/vox', embedded, kept: 'all' })[0]?.level;
    assert.deepEqual(
      ['nfs4', 'cifs', 'fuse.sshfs', 'tmpfs', 'overlay', 'ext4', 'xfs', 'btrfs'].map((type) => judge(type)),
      ['fault', 'fault', 'fault', 'warning', 'warning', undefined, undefined, undefined],
    );
    assert.equal(judge('nfs4', false), undefined);
  });

  test('a DATA_DIR below a file or open to everybody is told, and none is made', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    assert.match(
      (await look(dataFolder, { DATA_DIR: join(file, 'data') }))[0]?.seen ?? '',
      /is not a folder/,
    );
    const open = join(folder, 'open');
    await mkdir(open);
    await chmod(open, 0o777);
    const found = await look(dataFolder, { DATA_DIR: open });
    assert.equal(found.find(({ remedy }) => remedy === `Run: chmod 700 ${open}`)?.level, 'warning');
    const fresh = join(folder, 'fresh', 'data');
    assert.notEqual((await look(dataFolder, { DATA_DIR: fresh }))[0]?.level, 'fault');
    await assert.rejects(stat(fresh), { code: 'ENOENT' });
  });

  test('little space and few inodes are told before there are none', () => {
    const need = { what: 'DATA_DIR', remedy: 'Free some.', leastMib: 100, enoughMib: 1_000 };
    const judge = (freeMib: number, freeFiles: number, files = 1_000_000) =>
      judgeSpace('/d', { freeBytes: freeMib * 2 ** 20, files, freeFiles }, need).map(({ level }) => level);
    assert.deepEqual(judge(5_000, 900_000), []);
    assert.deepEqual(judge(500, 900_000), ['warning']);
    assert.deepEqual(judge(50, 10_000), ['fault', 'warning']);
    assert.deepEqual(judge(5_000, 10), ['fault']);
    // btrfs counts none.
    assert.deepEqual(judge(5_000, 0, 0), []);
  });
});

describe('backups', () => {
  test('none at all, an unmounted place and an empty one are told', async () => {
    const dataDir = join(folder, 'kept');
    await mkdir(dataDir);
    assert.equal((await look(backups, { DATA_DIR: dataDir }))[0]?.level, 'warning');
    const [gone] = await look(backups, { DATA_DIR: dataDir }, join(folder, 'unmounted'));
    assert.match(gone?.seen ?? '', /cannot be read: There are no backups at this place/);
    const place = join(folder, 'place');
    await openRepository(await createDiskStorage({ folder: place }), { passphrase: undefined, create: true });
    await rememberBackup(dataDir, { place, id: '20261101t000000000z-x' });
    assert.match((await look(backups, { DATA_DIR: dataDir }))[0]?.seen ?? '', /no whole backup at/);
  });

  test('an old one is told', () => {
    const level = (id: string) => judgeAge(id, '/b', new Date(NOW)).level;
    assert.deepEqual(['20261118t230000000z-a', '20261115t000000000z-a'].map(level), ['good', 'warning']);
  });
});
