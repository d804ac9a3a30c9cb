import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SPECTRUM_BANDS, SPECTRUM_CENTRES_HZ } from '../../speaker-embedding/index.ts';
import { BAND_HERTZ } from '../../speech/index.ts';
import { residualEqualiser } from './residual-equaliser.ts';

const flat = new Float32Array(SPECTRUM_BANDS);
const all = new Float32Array(SPECTRUM_BANDS).fill(1);
const above = (hertz: number, db: number) =>
  Float32Array.from(SPECTRUM_CENTRES_HZ, (centre) => (centre > hertz ? db : 0));

test('bands in which the voice is too weak are raised, by at most six decibels', () => {
  const gains = residualEqualiser(above(2_000, 4), flat, all);
  assert.ok((gains[BAND_HERTZ.indexOf(3_200)] ?? 0) > 3);
  assert.ok(Math.abs(gains[BAND_HERTZ.indexOf(400)] ?? 9) < 0.5);
  assert.ok(residualEqualiser(above(500, 40), flat, all).every((gain) => Math.abs(gain) <= 6));
});

test('nothing changes above the band of a telephone recording', () => {
  const bands = Float32Array.from(SPECTRUM_CENTRES_HZ, (centre) => (centre < 3_800 ? 1 : 0));
  const gains = residualEqualiser(above(3_800, -30), flat, bands);
  assert.equal(gains[BAND_HERTZ.indexOf(6_400)], 0);
  assert.equal(gains[BAND_HERTZ.indexOf(10_000)], 0);
});

test('gains survive a JSON round trip, also zero', () => {
  const gains = residualEqualiser(flat, above(0, 0.001), all);
  assert.deepEqual(JSON.parse(JSON.stringify(gains)), gains);
});
