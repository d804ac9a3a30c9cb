import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resampled } from './resample.ts';

const tone = (hertz: number, rate: number): Float32Array =>
  Float32Array.from({ length: rate }, (_, i) => 0.5 * Math.sin((2 * Math.PI * hertz * i) / rate));
const middle = (samples: Float32Array): Float32Array =>
  samples.subarray(Math.floor(samples.length / 4), Math.floor((3 * samples.length) / 4));
const power = (samples: Float32Array): number => samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

for (const from of [8_000, 11_025, 22_050, 24_000, 44_100, 48_000])
  test(`a tone of ${from} Hz is the same tone at 16 kHz`, () => {
    const made = middle(resampled(tone(1_000, from), from, 16_000));
    const wanted = middle(tone(1_000, 16_000));
    const wrong = made.map((x, i) => x - (wanted[i] ?? 0));
    assert.ok(power(wrong) < 1e-4 * power(wanted), `${power(wrong) / power(wanted)}`);
  });

test('frequencies above the new rate’s limit do not alias', () => {
  for (const hertz of [8_600, 10_000, 11_500])
    assert.ok(power(middle(resampled(tone(hertz, 24_000), 24_000, 16_000))) < 1e-5, `${hertz} Hz`);
});
