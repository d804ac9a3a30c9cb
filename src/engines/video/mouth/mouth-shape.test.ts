import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISEMES, type Viseme } from '../../lipsync/index.ts';
import { shapeOf, widthFrom } from './mouth-shape.ts';

const only = (parts: Partial<Record<Viseme, number>>) => shapeOf(VISEMES.map((viseme) => parts[viseme] ?? 0));

test('lips touch in p, b and m, also when a vowel is still a tenth of the mouth', () => {
  assert.equal(only({ PP: 1 }).gap, 0);
  assert.ok(only({ PP: 0.9, aa: 0.1 }).gap < 0.005);
  assert.equal(only({ sil: 1 }).gap, 0);
});

test('a is open and its jaw is down, u is round, i is wide, f has the lower lip under the teeth', () => {
  assert.ok(only({ aa: 1 }).gap > 0.12 && only({ aa: 1 }).jaw > 0.08);
  assert.ok(only({ ou: 1 }).width < 0.85);
  assert.ok(only({ ih: 1 }).width > 1.05);
  assert.equal(only({ FF: 1 }).tuck, 1);
});

test('a smile has further to go to be round than a mouth at rest, and none is lost for the other shapes', () => {
  const [rest, smile] = [0.55, 0.7];
  assert.equal(widthFrom(only({ ou: 1 }), rest), only({ ou: 1 }).width);
  assert.ok(widthFrom(only({ ou: 1 }), smile) < only({ ou: 1 }).width - 0.05);
  assert.equal(widthFrom(only({ E: 1 }), smile), only({ E: 1 }).width);
});

test('shapes go over into each other evenly', () => {
  const gaps = [0, 0.25, 0.5, 0.75, 1].map((share) => only({ aa: share, sil: 1 - share }).gap);
  assert.ok(gaps.every((gap, i) => i === 0 || gap > (gaps[i - 1] ?? 0)));
});
