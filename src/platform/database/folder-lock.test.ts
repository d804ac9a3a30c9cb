import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { until } from '../testing/until.ts';
import { DataFolderInUse, lockFolder } from './folder-lock.ts';

let folder: string;

describe('the lock of a data folder', () => {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vox-lock-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  const leaveLock = (owner: object) => writeFile(join(folder, 'database.lock'), JSON.stringify(owner));
  const dead = { pid: 2 ** 30, startedAt: '', id: 'dead' };

  test('refuses a second holder, naming the pid of the first and the remedy, until the lock is released', async () => {
    const unlock = await lockFolder(folder);
    await assert.rejects(lockFolder(folder), (error) => {
      assert.ok(error instanceof DataFolderInUse);
      assert.match(error.message, new RegExp(`pid ${process.pid}\\b.*DATABASE_URL`));
      return true;
    });
    await unlock();
    await (await lockFolder(folder))();
    assert.deepEqual(await readdir(folder), []);
  });

  test('takes over the lock of a dead process', async () => {
    await leaveLock(dead);
    await (await lockFolder(folder))();
  });

  test('takes over a lock whose pid now belongs to another process', async () => {
    await leaveLock({ pid: process.pid, startedAt: 'before the last boot', id: 'gone' });
    await (await lockFolder(folder))();
  });

  test('refuses the folder of a process that cannot be seen, as one of another container', async () => {
    const unlock = await lockFolder(folder);
    await leaveLock(dead);
    await assert.rejects(lockFolder(folder), /A process of another container is using DATA_DIR/);
    await unlock();
    await (await lockFolder(folder))();
  });

  test('is free again at once when its holder is killed', async () => {
    const code = `import { lockFolder } from ${JSON.stringify(join(import.meta.dirname, 'folder-lock.ts'))};
      await lockFolder(${JSON.stringify(folder)}); console.log('held'); setInterval(() => undefined, 1e6);`;
    const holder = spawn(process.execPath, ['--input-type=module-typescript', '--eval', code]);
    await once(holder.stdout, 'data');
    await assert.rejects(lockFolder(folder), DataFolderInUse);
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await until(() =>
      lockFolder(folder).then(
        (unlock) => unlock().then(() => true),
        () => false,
      ),
    );
  });

  test('recovers from a process that died while taking over a lock', async () => {
    await leaveLock(dead);
    await writeFile(join(folder, 'database.lock.after-dead'), JSON.stringify({ ...dead, id: 'dead too' }));
    await (await lockFolder(folder))();
  });

  test('a stale lock goes to exactly one of many processes that find it', async () => {
    for (let round = 0; round < 20; round += 1) {
      await leaveLock({ ...dead, id: `dead ${round}` });
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockFolder(folder)));
      const holders = attempts.filter((attempt) => attempt.status === 'fulfilled');
      assert.equal(holders.length, 1);
      await holders[0]?.value();
    }
  });
});
