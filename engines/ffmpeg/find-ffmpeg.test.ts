import assert from 'node:assert/strict';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findFfmpeg, findPrlimit } from './index.ts';

test('the operator’s ffmpeg comes first, then the system’s', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'find-ffmpeg-'));
  t.after(() => rm(folder, { recursive: true }));
  const system = join(folder, 'ffmpeg');
  const chosen = join(folder, 'chosen');
  for (const program of [system, chosen]) {
    await writeFile(program, '');
    await chmod(program, 0o755);
  }
  assert.equal(await findFfmpeg(chosen, { PATH: folder }), chosen);
  assert.equal(await findFfmpeg(undefined, { PATH: folder }), system);
  assert.equal(await findFfmpeg(join(folder, 'absent'), { PATH: folder }), null);
});

test('the outdated 2019 build is never used: arm64 without ffmpeg has none', async () => {
  assert.equal(await findFfmpeg(undefined, { PATH: '' }, 'linux-arm64'), null);
  assert.equal(await findPrlimit({ PATH: '' }), null);
});
