import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readWav } from '../../engines/codec/index.ts';
import { joinSamples } from '../../engines/dsp/index.ts';
import { widenModel } from '../../engines/onnx/index.ts';
import { KOKORO, readSource } from '../../engines/speech/weights.ts';
import { openKokoroJs } from '../stream/kokoro-js.ts';
import { COMMANDS, type Contender, type Name, type Spoken } from './contenders.ts';
import { openSherpa } from './open-sherpa.ts';

export type Options = { name: Name; folder: string; modelsDir: string; threads: number };

export async function openContender({ name, folder, modelsDir, threads }: Options): Promise<Contender> {
  if (name === 'sherpa-onnx') return openSherpa(folder, modelsDir, threads);
  if (name === 'kokoro-js') {
    const kokoro = await openKokoroJs(Buffer.concat([...widenModel(await readSource(KOKORO, modelsDir))]));
    return { speak: (text) => spokenInParts(kokoro.stream(text)) };
  }
  return { speak: (text) => byCommand(name, folder, text) };
}

async function spokenInParts(
  parts: AsyncIterable<{ samples: Float32Array; sampleRate: number }>,
): Promise<Spoken> {
  const beganMs = performance.now();
  const elapsed = () => (performance.now() - beganMs) / 1_000;
  const all: Float32Array[] = [];
  let firstSeconds: number | undefined;
  let rate = 0;
  for await (const { samples, sampleRate } of parts) {
    firstSeconds ??= elapsed();
    all.push(samples);
    rate = sampleRate;
  }
  const tookSeconds = elapsed();
  return {
    samples: joinSamples(all),
    sampleRate: rate,
    tookSeconds,
    firstSeconds: firstSeconds ?? tookSeconds,
  };
}

async function byCommand(name: keyof typeof COMMANDS, folder: string, text: string): Promise<Spoken> {
  const [said, heard] = [join(folder, `${name}.txt`), join(folder, `${name}.wav`)];
  await writeFile(said, text);
  const beganMs = performance.now();
  const child = spawn(name, COMMANDS[name](said, heard), { stdio: ['ignore', 'ignore', 'inherit'] });
  const [status] = await once(child, 'exit');
  if (status !== 0) throw new Error(`${name} ended with ${status}`);
  const tookSeconds = (performance.now() - beganMs) / 1_000;
  return { ...readWav(await readFile(heard)), tookSeconds, firstSeconds: tookSeconds };
}
