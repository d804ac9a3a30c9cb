import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { assembleWeights, type Weights, WeightsCorrupt, WeightsMissing } from './weights.ts';

let folder: string;
let modelsDir: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'weights-'));
  modelsDir = join(folder, 'models');
  await writeFile(join(folder, 'part0'), 'hello ');
  await writeFile(join(folder, 'part1'), 'world');
});
afterEach(() => rm(folder, { recursive: true }));

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

function weights(change: Partial<Weights['source']> = {}): Weights {
  const parts = ['part0', 'part1'].map((name) => pathToFileURL(join(folder, name)));
  return {
    fileName: 'model.onnx',
    formerNames: [],
    sha256: sha256('HELLO WORLD'),
    bytes: 11,
    source: {
      fileName: 'source.onnx',
      sha256: sha256('hello world'),
      bytes: 11,
      parts: () => parts,
      ...change,
    },
    build: (source) => [Buffer.from(source.toString().toUpperCase())],
  };
}

test('joins the parts in order and reports progress up to the total', async () => {
  const seen: number[] = [];
  const file = await assembleWeights(weights(), {
    modelsDir,
    onProgress: ({ doneBytes }) => seen.push(doneBytes),
  });
  assert.equal(await readFile(file, 'utf8'), 'HELLO WORLD');
  assert.equal(seen.at(-1), 22);
});

test('leaves nothing behind but the file and its stamp', async () => {
  await assembleWeights(weights(), { modelsDir });
  assert.deepEqual((await readdir(modelsDir)).sort(), ['model.onnx', 'model.onnx.verified']);
});

test('a damaged part fails with an error that names the source and the remedy, and leaves no file', async () => {
  await writeFile(join(folder, 'part1'), 'w0rld');
  const attempt = assembleWeights(weights(), { modelsDir });
  await assert.rejects(
    attempt,
    (error: Error) => error instanceof WeightsCorrupt && /install again/u.test(error.message),
  );
  assert.deepEqual(await readdir(modelsDir), []);
});

test('a missing part fails with an error that names what to install', async () => {
  await rm(join(folder, 'part1'));
  await assert.rejects(assembleWeights(weights(), { modelsDir }), WeightsMissing);
});

test('the remains of an interrupted start do not block the next one', async () => {
  await assembleWeights(weights(), { modelsDir });
  await rm(join(modelsDir, 'model.onnx'));
  await writeFile(join(modelsDir, `model.onnx.${process.pid}.partial`), 'HEL');
  assert.equal(await readFile(await assembleWeights(weights(), { modelsDir }), 'utf8'), 'HELLO WORLD');
});

test('a truncated file is detected by its stamp and named', async () => {
  const file = await assembleWeights(weights(), { modelsDir });
  await writeFile(file, 'HELLO');
  const attempt = assembleWeights(weights(), { modelsDir });
  await assert.rejects(attempt, (error: Error) => error.message.includes(`Delete ${file}`));
});

test('a verified file is not read again until it changes', async () => {
  const file = await assembleWeights(weights(), { modelsDir });
  let reads = 0;
  const count = { modelsDir, onProgress: () => void reads++ };
  await assembleWeights(weights(), count);
  assert.equal(reads, 0);
  await utimes(file, new Date(0), new Date(0));
  await assembleWeights(weights(), count);
  assert.equal(reads, 1);
});

test('uses a file provided by the operator, and verifies it too', async () => {
  const none = weights({ parts: () => [] });
  await assembleWeights(weights(), { modelsDir });
  await rm(join(modelsDir, 'model.onnx'));
  await writeFile(join(modelsDir, 'source.onnx'), 'hello world');
  assert.ok(await assembleWeights(none, { modelsDir }));
  await rm(join(modelsDir, 'model.onnx'));
  await writeFile(join(modelsDir, 'source.onnx'), 'hello w');
  await assert.rejects(assembleWeights(none, { modelsDir }), /source\.onnx/u);
});
