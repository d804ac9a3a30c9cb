import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { openInstallation } from '../installation.ts';
import { ffmpeg, judgeFfmpeg } from './media-tools.ts';
import { weights } from './weights.ts';

const ENCODERS = ['aac', 'flac', 'libmp3lame', 'libopus', 'libvorbis'].map((name) => ` A..... ${name}  x`);
const ALL = [...ENCODERS, ' V....D libx264  x'].join('\n');

test('an old ffmpeg and one that lacks an encoder are faults', () => {
  const level = (version: string, encoders = ALL) =>
    judgeFfmpeg('/f', `ffmpeg version ${version} x`, encoders)[0];
  assert.equal(level('5.1.9-0+deb12u1')?.level, 'good');
  assert.equal(level('n7.1')?.level, 'good');
  assert.equal(level('N-109000-g1234')?.level, 'good');
  assert.equal(level('4.2.7')?.level, 'fault');
  assert.match(level('7.1', ENCODERS.join('\n'))?.seen ?? '', /cannot encode with libx264/);
});

test('an FFMPEG_PATH that leads nowhere and a program that is none are faults', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  t.after(() => rm(folder, { recursive: true }));
  const look = async (FFMPEG_PATH: string) => (await ffmpeg.run(openInstallation({ FFMPEG_PATH })))[0];
  assert.match((await look(join(folder, 'absent')))?.remedy ?? '', /Correct FFMPEG_PATH/);
  const broken = join(folder, 'broken');
  await writeFile(broken, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  assert.match((await look(broken))?.seen ?? '', /does not run/);
});

test('weights that were changed are a fault, and nothing is written', async (t) => {
  const modelsDir = await mkdtemp(join(tmpdir(), 'doctor-'));
  t.after(() => rm(modelsDir, { recursive: true }));
  const file = join(modelsDir, 'kokoro-82m-gathered.onnx');
  await writeFile(file, 'not this');
  await writeFile(join(modelsDir, 'silero-vad-v5.onnx'), 'nor this');
  const found = await weights.run(openInstallation({ MODELS_DIR: modelsDir }));
  assert.deepEqual(
    found.map(({ level, remedy }) => [level, remedy?.split(' ').slice(0, 2).join(' ')]),
    [
      ['fault', `Delete ${file}`],
      // Once, although three engines use it.
      ['fault', 'Delete it'],
    ],
  );
  assert.deepEqual((await readdir(modelsDir)).sort(), ['kokoro-82m-gathered.onnx', 'silero-vad-v5.onnx']);
});
