import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { DECODER_FILE, DECODER_SHA256 } from '../weights.ts';
import { ADAPTATION_SIZE } from './adaptation.ts';
import { isForThisDecoder, keepAdaptation, readAdaptation } from './kept-adaptation.ts';

const numbers = Float32Array.from({ length: ADAPTATION_SIZE }, (_, i) => Math.sin(i));

test('an adaptation is kept in 16 bits, for this decoder only', async () => {
  assert.equal(
    DECODER_SHA256,
    createHash('sha256')
      .update(await readFile(DECODER_FILE))
      .digest('hex'),
  );
  const kept = keepAdaptation(numbers);
  assert.ok(isForThisDecoder(kept));
  for (const [i, value] of readAdaptation(kept).entries())
    assert.ok(Math.abs(value - (numbers[i] ?? 9)) < 1e-3, `${i}: ${value}`);
  const other = `AAAA${kept.slice(4)}`;
  assert.ok(!isForThisDecoder(other));
  assert.throws(() => readAdaptation(other), /another decoder/);
});

test('a damaged adaptation is not spoken with', () => {
  const kept = keepAdaptation(numbers);
  assert.throws(() => readAdaptation(kept.slice(4)), /damaged/);
  assert.throws(() => readAdaptation(keepAdaptation(numbers.with(7, Number.NaN))), /not finite/);
});
