import assert from 'node:assert/strict';
import { test } from 'node:test';
import { vowel } from '../testing/vowel.ts';
import { formantShiftPercent, longTermFormants, NARROW, WIDE } from './formants.ts';

const VOWELS = {
  a: [730, 1_090, 2_440, 3_400],
  i: [290, 2_290, 3_010, 3_600],
  u: [440, 1_020, 2_240, 3_300],
};
const medianHz = (quantiles: Float64Array): number => Math.exp(quantiles[9] as number);

for (const [name, formants] of Object.entries(VOWELS))
  test(`finds the resonances of the synthetic vowel ${name} within 5 %`, () => {
    const sound = vowel({ formants: [...formants, 4_500] });
    for (const reach of [WIDE, NARROW])
      for (const [which, quantiles] of longTermFormants(sound, reach).entries()) {
        const found = medianHz(quantiles) / (formants[which] as number);
        assert.ok(Math.abs(found - 1) < 0.05, `formant ${which + 1} at ${reach.rate} Hz: ${found}`);
      }
  });

test('a vocal tract shorter by a tenth shows as a shift of ten percent, whatever the pitch', () => {
  const of = (scale: number, pitchHz: number) =>
    longTermFormants(
      vowel({ formants: [...VOWELS.a, 4_500].map((hertz) => hertz * scale), pitchHz }),
      NARROW,
    );
  const shift = formantShiftPercent(of(1, 110), of(1.1, 110));
  assert.ok(Math.abs(shift - 9.5) < 2, `${shift}`);
  const otherPitch = formantShiftPercent(of(1, 110), of(1, 140));
  assert.ok(otherPitch < 3, `${otherPitch}`);
});

test('a recording without vowels is rejected', () => {
  assert.throws(() => longTermFormants(new Float32Array(16_000), WIDE), /no vowel/u);
});
