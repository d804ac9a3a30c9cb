import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createDiskStorage } from '../../platform/storage/index.ts';
import { readAll } from '../../platform/storage/testing/storage-contract.ts';

test('a node that is killed while it signs leaves nothing in the store', async (t) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vox-killed-'));
  t.after(() => rm(dataDir, { recursive: true }));
  const program = new URL('./testing-unsigned.ts', import.meta.url).pathname;
  // What a killed program leaves in its scratch folder goes with the rest.
  const env = { ...process.env, TMPDIR: dataDir };
  const child = spawn(process.execPath, [program, dataDir], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(child.stdout, 'data');
  assert.equal(String(said), 'signing\n');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const storage = await createDiskStorage({ dataDir });
  assert.deepEqual(await readAll(storage.list('')), []);
});
