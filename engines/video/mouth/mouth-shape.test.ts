import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VISEMES, type Viseme } from '../../lipsync/index.ts';
import { widthFrom } from './mouth-shape.ts';
import { shapeOf } from './viseme-shapes.ts';

const only = (parts: Partial<Record<Viseme, number>>) => shapeOf(VISEMES.map((viseme) => parts[viseme] ?? 0));

test('lips touch in p, b and m, even with a tenth of a vowel left', () => {
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

test('a smile narrows more than a resting mouth to be round, and other shapes keep it', () => {
  const rest = 0.55;
  const smile = 0.7;
  assert.equal(widthFrom(only({ ou: 1 }), rest), only({ ou: 1 }).width);
  assert.ok(widthFrom(only({ ou: 1 }), smile) < only({ ou: 1 }).width - 0.05);
  assert.equal(widthFrom(only({ E: 1 }), smile), only({ E: 1 }).width);
});

test('shapes blend into each other evenly', () => {
  const gaps = [0, 0.25, 0.5, 0.75, 1].map((share) => only({ aa: share, sil: 1 - share }).gap);
  assert.ok(gaps.every((gap, i) => i === 0 || gap > (gaps[i - 1] ?? 0)));
});
