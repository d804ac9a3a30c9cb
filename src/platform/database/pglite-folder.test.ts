import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { ensureFolder } from './pglite-folder.ts';

test('a database is not begun on a disk without room for it, and the message says so', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'small-'));
  const begun = ensureFolder(join(dataDir, 'database'), Number.MAX_SAFE_INTEGER);
  await assert.rejects(begun, { code: 'no_room_for_database', message: /MB left/ });
  assert.deepEqual(await readdir(dataDir), []);
  await rm(dataDir, { recursive: true });
});
