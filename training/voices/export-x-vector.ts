/** `node training/voices/export-x-vector.ts FOLDER`: the weights of the x-vector for training, in 16 bits. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findVoiceWeights } from '../../engines/speaker-embedding/index.ts';
import { readXVectorNetwork } from '../../engines/speaker-embedding/x-vector-network.ts';
import { parseConfig } from '../../src/platform/config/index.ts';

const folder = process.argv[2];
if (!folder) throw new Error('which folder?');
const files = await findVoiceWeights({ modelsDir: parseConfig(process.env).modelsDir });
if (!files) throw new Error('the weights of the x-vector are not installed');
const { layers, head } = readXVectorNetwork({
  network: await readFile(files.network),
  mean: await readFile(files.mean, 'utf8'),
  transform: await readFile(files.transform),
});

const parts: { name: string; shape: number[]; values: Float32Array }[] = [
  ...layers.flatMap(({ outputs, inputs, taps, weights, bias }, i) => [
    { name: `weights${i}`, shape: [outputs, inputs, taps], values: weights },
    { name: `bias${i}`, shape: [outputs], values: bias },
  ]),
  { name: 'head', shape: [head.matrix.rows, head.matrix.columns], values: head.matrix.values },
  { name: 'headBias', shape: [head.bias.length], values: head.bias },
];
const tensors: Record<string, [number[], number]> = {};
let at = 0;
for (const { name, shape, values } of parts) {
  tensors[name] = [shape, at];
  at += values.length;
}
await mkdir(folder, { recursive: true });
const values = new Float16Array(parts.flatMap((part) => [...part.values]));
await writeFile(join(folder, 'x-vector.bin'), new Uint8Array(values.buffer));
const dilations = layers.map(({ dilation }) => dilation);
await writeFile(join(folder, 'x-vector.json'), JSON.stringify({ tensors, dilations }));
