import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { removeFormerKokoro } from './former-weights.ts';
import { KOKORO } from './weights.ts';

const HOUR_MS = 3_600_000;
const NOW = new Date('2026-11-15T12:00:00Z');
const FORMER = 'kokoro-82m-8bit.onnx';
let modelsDir: string;
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'former-weights-'));
});
afterEach(() => rm(modelsDir, { recursive: true }));

async function put(name: string, { hoursAgo }: { hoursAgo: number }): Promise<void> {
  await writeFile(join(modelsDir, name), 'numbers');
  const changed = new Date(NOW.getTime() - hoursAgo * HOUR_MS);
  await utimes(join(modelsDir, name), changed, changed);
}
const removeFormer = () => removeFormerKokoro(modelsDir, NOW);
const left = async (): Promise<string[]> => (await readdir(modelsDir)).sort();

test('files of an earlier version are removed a day after this version built its own', async () => {
  for (const name of [FORMER, `${FORMER}.verified`]) await put(name, { hoursAgo: 1_000 });
  await put(KOKORO.fileName, { hoursAgo: 2 });
  await removeFormer();
  assert.deepEqual(await left(), [FORMER, `${FORMER}.verified`, KOKORO.fileName]);
  await put(KOKORO.fileName, { hoursAgo: 25 });
  await removeFormer();
  assert.deepEqual(await left(), [KOKORO.fileName]);
});

test('files that an earlier version built today stay, because that version is in use', async () => {
  await put(KOKORO.fileName, { hoursAgo: 1_000 });
  for (const name of [FORMER, `${FORMER}.verified`]) await put(name, { hoursAgo: 2 });
  await removeFormer();
  assert.equal((await left()).length, 3);
});

test('files of an operator, another engine or a newer version stay', async () => {
  const others = [
    KOKORO.fileName,
    `${KOKORO.fileName}.verified`,
    KOKORO.source.fileName,
    FORMER,
    'faces.verified',
    'kokoro-82m-next.onnx',
    'kokoro-82m-next.onnx.verified',
  ];
  for (const name of others) await put(name, { hoursAgo: 1_000 });
  await removeFormer();
  assert.deepEqual(await left(), others.sort());
});

test('partial files of a killed start are removed; files being written stay', async () => {
  await put(KOKORO.fileName, { hoursAgo: 1_000 });
  for (const name of [KOKORO.fileName, FORMER]) await put(`${name}.7.partial`, { hoursAgo: 30 });
  await put(`${KOKORO.fileName}.8.partial`, { hoursAgo: 0.1 });
  await removeFormer();
  assert.deepEqual(await left(), [KOKORO.fileName, `${KOKORO.fileName}.8.partial`]);
});

test('a missing folder is ignored', async () => {
  await removeFormerKokoro(join(modelsDir, 'none'), NOW);
});
