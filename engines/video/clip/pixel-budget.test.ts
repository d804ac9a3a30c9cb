import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ClipTooHeavy } from '../errors.ts';
import { requirePixelBudget } from './pixel-budget.ts';

const UHD = { width: 3_840, height: 2_160 };

test('a clip that would take hours to decode is refused; what cameras record is not', () => {
  assert.throws(
    () => requirePixelBudget({ width: 8_660, height: 5_773, fps: 250, seconds: 180 }, 180),
    ClipTooHeavy,
  );
  assert.throws(() => requirePixelBudget({ ...UHD, fps: 60, seconds: 180 }, 180), ClipTooHeavy);
  requirePixelBudget({ ...UHD, fps: 30, seconds: 180 }, 180);
  requirePixelBudget({ width: 1_920, height: 1_080, fps: 60, seconds: 1_800 }, 1_800);
  requirePixelBudget({ width: 1_920, height: 1_080, fps: 240, seconds: 30 }, 180);
});
