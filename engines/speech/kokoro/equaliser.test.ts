import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinSamples } from '../../dsp/index.ts';
import { BAND_HERTZ, createEqualiser } from './equaliser.ts';

const RATE = 24_000;
const flat = BAND_HERTZ.map(() => 0);
const only = (band: number, db: number): number[] => BAND_HERTZ.map((_, i) => (i === band ? db : 0));

const equalised = (samples: Float32Array, gains: readonly number[], window = samples.length) => {
  const equaliser = createEqualiser(gains);
  const parts: Float32Array[] = [];
  for (let at = 0; at < samples.length; at += window)
    parts.push(equaliser.push(samples.subarray(at, at + window)));
  return joinSamples([...parts, equaliser.finish()]);
};

const sine = (hertz: number, peak = 0.3): Float32Array =>
  Float32Array.from({ length: RATE }, (_, i) => peak * Math.sin((2 * Math.PI * hertz * i) / RATE));
const middle = (samples: Float32Array): Float32Array => samples.subarray(RATE / 4, (3 * RATE) / 4);
const levelDb = (samples: Float32Array): number =>
  10 * Math.log10(middle(samples).reduce((sum, x) => sum + x * x, 0));

test('each band is raised or lowered as requested, and distant bands stay unchanged', () => {
  for (const [band, hertz] of BAND_HERTZ.entries())
    for (const db of [6, -6]) {
      const gains = only(band, db);
      const moved = levelDb(equalised(sine(hertz), gains)) - levelDb(sine(hertz));
      // The lowest bands are closer together than the filter can separate.
      assert.ok(Math.abs(moved - db) < (band < 3 ? 2.5 : 0.8), `${hertz} Hz: ${moved} dB`);
      const far = BAND_HERTZ[(band + 4) % BAND_HERTZ.length] ?? 0;
      const kept = levelDb(equalised(sine(far), gains)) - levelDb(sine(far));
      assert.ok(Math.abs(kept) < 0.3, `${hertz} Hz moves ${far} Hz by ${kept} dB`);
    }
});

test('without gains the audio is unchanged, and with gains it keeps its length and timing', () => {
  const sound = sine(1_000);
  assert.deepEqual(equalised(sound, flat), sound);
  const click = new Float32Array(2_000);
  click[700] = 0.5;
  const output = equalised(click, only(5, 6));
  assert.equal(output.length, click.length);
  const peak = output.reduce((best, x, i) => (Math.abs(x) > Math.abs(output[best] ?? 0) ? i : best), 0);
  assert.equal(peak, 700);
});

test('it makes no difference in which windows the audio comes', () => {
  const sound = sine(300);
  for (const window of [1_000, 100, 12_000])
    assert.deepEqual(equalised(sound, only(1, -6), window), equalised(sound, only(1, -6)));
});

test('raised audio does not clip', () => {
  const loud = equalised(
    sine(1_600, 0.9),
    BAND_HERTZ.map(() => 6),
  );
  assert.ok(loud.every((x) => Math.abs(x) < 1));
  const gains = BAND_HERTZ.map(() => 6);
  assert.ok(equalised(sine(1_600, 0.9), gains, 500).every((x) => Math.abs(x) < 1));
});
