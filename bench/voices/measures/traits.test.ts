import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resampled } from '../../../engines/dsp/index.ts';
import { vowel } from '../testing/vowel.ts';
import { differencesOf, traitsOf } from './traits.ts';

const A = [730, 1_090, 2_440, 3_400, 4_500, 5_600, 6_700];
const U = [440, 1_020, 2_240, 3_300, 4_500, 5_600, 6_700];

/** Two vowels in a row, by a vocal tract of that length. */
function speaking(scale: number, pitchHz = 120): Float32Array {
  const parts = [A, U].map((formants) =>
    vowel({ formants: formants.map((hertz) => hertz * scale), pitchHz }),
  );
  return Float32Array.from(parts.flatMap((part) => [...part]));
}

test('one vocal tract at two pitches is more similar to itself than to another, by every measure', () => {
  const one = traitsOf(speaking(1));
  const higher = traitsOf(speaking(1, 135));
  const other = traitsOf(speaking(1.15));
  const same = differencesOf(one, higher);
  const different = differencesOf(one, other);
  assert.ok(same.formantsPercent < different.formantsPercent / 2);
  assert.ok(same.cepstra < different.cepstra);
  assert.ok((same.highDb ?? 99) < (different.highDb ?? 0));
});

test('a recording that ends at 4 kHz is compared by the band it has', () => {
  const [one, telephone] = [speaking(1), resampled(resampled(speaking(1), 16_000, 8_000), 8_000, 16_000)].map(
    traitsOf,
  );
  assert.ok(one && telephone);
  assert.equal(telephone.formants.wide, null);
  const { formantsPercent, highDb } = differencesOf(one, telephone);
  assert.ok(formantsPercent < 2, `${formantsPercent}`);
  assert.equal(highDb, null);
});
