import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { findVerifiedFiles, PublishedFileCorrupt } from './verified-files.ts';

let modelsDir: string;
describe('verified files', () => {
  beforeEach(async () => {
    modelsDir = await mkdtemp(join(tmpdir(), 'verified-files-'));
  });
  afterEach(() => rm(modelsDir, { recursive: true }));

  const weights = (text: string) => ({
    model: {
      fileName: 'model.onnx',
      sha256: createHash('sha256').update(text).digest('hex'),
      package: 'no-such-package',
      path: 'model.onnx',
    },
  });
  const find = (text = 'good') =>
    findVerifiedFiles(weights(text), { modelsDir, stampsName: 'models.verified' });

  test('missing weights are reported as absent, not as an error', async () => {
    assert.equal(await find(), null);
  });

  test('a file placed by the operator is used and remembered as verified', async () => {
    await writeFile(join(modelsDir, 'model.onnx'), 'good');
    assert.deepEqual(await find(), { model: join(modelsDir, 'model.onnx') });
    assert.match(await readFile(join(modelsDir, 'models.verified'), 'utf8'), /model\.onnx/u);
    assert.ok(await find());
  });

  test('a file with other bytes is refused by name, also after it was verified', async () => {
    await writeFile(join(modelsDir, 'model.onnx'), 'bad');
    await assert.rejects(find(), PublishedFileCorrupt);
    await writeFile(join(modelsDir, 'model.onnx'), 'good');
    await find();
    await writeFile(join(modelsDir, 'model.onnx'), 'evil!');
    await assert.rejects(find(), /model\.onnx/u);
  });

  test('a torn list of verified files is made anew', async () => {
    await writeFile(join(modelsDir, 'model.onnx'), 'good');
    await writeFile(join(modelsDir, 'models.verified'), '{"torn');
    assert.ok(await find());
  });
});
