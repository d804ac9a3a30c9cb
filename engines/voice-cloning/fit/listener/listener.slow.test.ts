import assert from 'node:assert/strict';
import { test } from 'node:test';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { lowPass } from '../../../dsp/index.ts';
import { writeModel } from '../../../onnx/index.ts';
import type { XVectorNetwork } from '../../../speaker-embedding/index.ts';
import { MFCC } from '../../../speaker-embedding/index.ts';
import {
  ARTICULATION_ERROR,
  type Articulation,
  articulationOf,
  LEVELS,
  NO_ARTICULATION,
} from './articulation.ts';
import { givenFor, LIKENESS, listenerWith, SPECTRUM_ERROR } from './listener.ts';

const waves = (length: number): Float32Array =>
  Float32Array.from({ length }, (_, i) => Math.sin(1.7 * i + 1));

/** Same depth as the real network, much narrower. */
const NETWORK: XVectorNetwork = {
  layers: [
    { outputs: 12, inputs: 23, taps: 5, dilation: 1, weights: waves(12 * 23 * 5), bias: waves(12) },
    { outputs: 8, inputs: 12, taps: 3, dilation: 2, weights: waves(8 * 12 * 3), bias: waves(8) },
    { outputs: 6, inputs: 8, taps: 3, dilation: 3, weights: waves(6 * 8 * 3), bias: waves(6) },
  ],
  head: { matrix: { rows: 128, columns: 12, values: waves(128 * 12) }, bias: new Float32Array(128) },
};

/** Half a second of a moving buzz between two silences. */
const SOUND = Float32Array.from({ length: 24_000 }, (_, i) => {
  const t = i / 24_000;
  const voiced = Math.sin(2 * Math.PI * 130 * t) + 0.5 * Math.sin(2 * Math.PI * (700 + 400 * t) * t);
  return t > 0.2 && t < 0.7 ? 0.2 * voiced : 0;
});

type Wanted = Parameters<typeof givenFor>[0];
type Inputs = { original?: Articulation; samples?: Float32Array };

async function outputOf(
  wanted: Wanted,
  output: string,
  { original = NO_ARTICULATION, samples = SOUND }: Inputs = {},
): Promise<Float32Array> {
  const { nodes, tensors, sound, given } = listenerWith(NETWORK);
  const inputs = [sound, ...Object.keys(given)].map((name) => ({
    name,
    shape: given[name] ?? [1, 1, 'time'],
  }));
  const outputs = [{ name: output, shape: [1, 'channels', 'frames'] }];
  const model = writeModel({ name: 'listener', nodes, tensors, inputs, outputs });
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 });
  const feeds = Object.entries(givenFor(wanted, original)).map(([name, values]) => {
    const shape = (given[name] ?? []).map((size) =>
      size === 'frames' ? original.frames.length : Number(size),
    );
    return [name, new Tensor('float32', values, shape)] as const;
  });
  const answer = await session.run({
    [sound]: new Tensor('float32', samples, [1, 1, samples.length]),
    ...Object.fromEntries(feeds),
  });
  const values = answer[output]?.data;
  assert.ok(values instanceof Float32Array);
  return values;
}

const NOBODY = {
  print: new Float32Array(128),
  spectrumDb: new Float32Array(24),
  bands: new Float32Array(24).fill(1),
};

test('computes the cepstra that the voice network was trained on', async () => {
  const taps = lowPass(3);
  const reach = (taps.length - 1) / 2;
  const lower = Float32Array.from({ length: SOUND.length / 3 }, (_, i) =>
    taps.reduce((sum, tap, k) => sum + tap * (SOUND[3 * i + k - reach] ?? 0), 0),
  );
  const expected = MFCC.mfcc(lower);
  const cepstra = await outputOf(NOBODY, 'cepstra');
  assert.equal(cepstra.length, expected.length);
  const frames = cepstra.length / MFCC.COEFFICIENTS;
  for (const [at, found] of cepstra.entries()) {
    const wanted = expected[(at % frames) * MFCC.COEFFICIENTS + Math.floor(at / frames)] ?? 0;
    assert.ok(Math.abs(found - wanted) < 0.02, `${at}: ${found} and ${wanted}`);
  }
});

test('finds no error in the target voice itself', async () => {
  const louder = (await outputOf(NOBODY, 'spectrum')).map((db) => db + 3);
  const wanted = { ...NOBODY, print: await outputOf(NOBODY, 'print'), spectrumDb: louder };
  const [likeness = 0] = await outputOf(wanted, LIKENESS);
  const [errorDb = 0] = await outputOf(wanted, SPECTRUM_ERROR);
  assert.ok(likeness > 0.999, `${likeness}`);
  assert.ok(errorDb < 0.02, 'the level is no part of a voice');
});

test('ignores bands that the recording does not have', async () => {
  const spectrumDb = (await outputOf(NOBODY, 'spectrum')).map((db, band) => (band < 16 ? db : -60));
  const [full = 0] = await outputOf({ ...NOBODY, spectrumDb }, SPECTRUM_ERROR);
  const bands = NOBODY.bands.map((_, band) => (band < 16 ? 1 : 0));
  const [counted = 0] = await outputOf({ ...NOBODY, spectrumDb, bands }, SPECTRUM_ERROR);
  assert.ok(full > 5 && counted < 0.02, `${full} and ${counted} dB`);
});

test('articulation is compared with the original: an even change of timbre costs nothing, a different movement does', async () => {
  const original = articulationOf(await outputOf(NOBODY, LEVELS));
  const errorOf = async (samples: Float32Array) =>
    (await outputOf(NOBODY, ARTICULATION_ERROR, { original, samples }))[0] ?? 0;
  assert.ok((await errorOf(SOUND)) < 1e-4);
  const louder = SOUND.map((value) => 1.6 * value);
  assert.ok((await errorOf(louder)) < 0.1, `${await errorOf(louder)}`);
  const backwards = SOUND.toReversed();
  assert.ok((await errorOf(backwards)) > 0.5, `${await errorOf(backwards)}`);
});
