/** Tells how far two files of `speak.ts` are from each other: `node bench/x64/compare.ts MADE.f32 REFERENCE.f32` */
import { readFileSync } from 'node:fs';
import { sessionOptions } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { distanceOf } from '../decoder/measures.ts';

const [made, reference] = process.argv
  .slice(2)
  .map((file) => new Float32Array(new Uint8Array(readFileSync(file)).buffer));
if (!made || !reference) throw new Error('usage: node bench/x64/compare.ts MADE.f32 REFERENCE.f32');
const weights = await findVoiceWeights({ modelsDir: parseConfig(process.env).modelsDir });
if (!weights) throw new Error('the weights are not installed');
const prints = await loadVoiceprints(weights, sessionOptions(1));
const { melDb, levelDb, pitchCents, similarity } = await distanceOf(prints, made, reference);
console.log(
  `samples ${made.length} and ${reference.length}, mel ${melDb.toFixed(2)} dB, level ${levelDb.toFixed(2)} dB, pitch ${pitchCents.toFixed(1)} cents, similarity ${similarity.toFixed(4)}`,
);
