import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judge, type Measures } from './judgement.ts';

const GOOD: Measures = {
  likeness: { ours: 0.75, generator: 0.76 },
  similarity: 0.98,
  lines: 1.34,
  levelDb: 0.1,
  worstLevelDb: -0.4,
  words: { ours: 2, generator: 1, spoken: 60 },
};

test('a voice passes with all of its likeness, level and words, and says so', () => {
  const { passes, reasons } = judge(GOOD);
  assert.ok(passes);
  assert.deepEqual(reasons, [
    'The fast voice is 75.0 % like the recording; the original voice engine reaches 76.0 %.',
    'It is as loud as before (+0.1 dB on average and −0.4 dB in one sentence).',
    'It does not buzz (regular lines in its high tones, times those of the original voice engine: 1.3).',
    'It is understood as well: 2 of 60 words were misheard, 1 before.',
  ]);
});

test('a voice that loses any of them stays, and only says what it loses', () => {
  const losses: [Partial<Measures>, RegExp][] = [
    [{ likeness: { ours: 0.73, generator: 0.76 } }, /only 73\.0 % like the recording/],
    [{ likeness: null, similarity: 0.96 }, /only 96\.0 % like the original voice engine/],
    [{ lines: 1.7 }, /may buzz/],
    [{ levelDb: -0.6 }, /not as loud/],
    [{ worstLevelDb: 1.6 }, /not as loud/],
    [{ words: { ours: 3, generator: 1, spoken: 60 } }, /less well: 3 of 60/],
  ];
  for (const [loss, reason] of losses) {
    const { passes, reasons } = judge({ ...GOOD, ...loss });
    assert.deepEqual([passes, reasons.length], [false, 1]);
    assert.match(reasons[0] ?? '', reason);
  }
});

test('a voice without a recording is compared with itself, and words count where somebody listens', () => {
  const { passes, reasons } = judge({ ...GOOD, likeness: null, words: null });
  assert.ok(passes);
  assert.equal(reasons.length, 3);
});

test('measures that are not numbers never pass', () => {
  assert.ok(!judge({ ...GOOD, levelDb: Number.NaN }).passes);
  assert.ok(!judge({ ...GOOD, likeness: { ours: Number.NaN, generator: 0.7 } }).passes);
});
