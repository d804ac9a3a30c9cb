import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);
const FILL = join(import.meta.dirname, 'testing', 'fill-disk.ts');

test('a full disk is storage_full and loses nothing; storage and database work again when space is freed', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'full-disk-'));
  const mounted = 'mount -t tmpfs -o size=100m tmpfs "$1" && exec "$2" "$3" "$1"';
  const { stdout } = await run('unshare', ['-rm', 'sh', '-c', mounted, 'sh', folder, process.execPath, FILL]);
  const { objects, ...report } = JSON.parse(stdout);
  assert.ok(objects > 0);
  assert.deepEqual(report, {
    code: 'storage_full',
    isWhole: true,
    temporary: [],
    isDatabaseFull: true,
    lostRows: 0,
    isLogFull: true,
    isUnavailableMeanwhile: true,
    lostCounts: 0,
    notified: 1,
  });
  await rm(folder, { recursive: true });
});
