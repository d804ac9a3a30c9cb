import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { sourceVersion } from './source-version.ts';

test('the version changes with the source in any folder, and not with tests or documents', async (t) => {
  const root = await mkdtemp(join(tmpdir(), 'source-version-'));
  t.after(() => rm(root, { recursive: true }));
  await mkdir(join(root, 'engine/parts'), { recursive: true });
  const base = pathToFileURL(join(root, 'engine/main.ts')).href;
  const versionWith = async (path: string, text: string) => {
    await writeFile(join(root, path), text);
    return sourceVersion(base, ['.', './parts']);
  };
  const first = await versionWith('engine/parts/tone.ts', 'const hertz = 440;');
  assert.equal(await versionWith('engine/parts/tone.test.ts', 'test'), first);
  assert.equal(await versionWith('engine/README.md', 'text'), first);
  assert.notEqual(await versionWith('engine/parts/tone.ts', 'const hertz = 441;'), first);
  assert.equal(await versionWith('engine/parts/tone.ts', 'const hertz = 440;'), first);
});
