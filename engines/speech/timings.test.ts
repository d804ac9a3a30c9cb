import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Sound } from './sounds.ts';
import type { Token } from './text/token.ts';
import { LEAD_SAMPLES, SAMPLES_PER_FRAME, timingsOf } from './timings.ts';

const word = (start: number, end: number): Token => ({ kind: 'word', spoken: '', start, end });
const hi = word(0, 2);
const money = word(3, 8);
const sounds = (...pairs: [symbols: string, word: Token | null][]): Sound[] =>
  pairs.flatMap(([symbols, of]) => [...symbols].map((symbol) => ({ symbol, word: of })));
const utterance = sounds(['hI', hi], [' ', null], ['θɹˈi dˈɑ', money], ['.', null]);
const frames = [10, 2, 4, 1, 3, 1, 1, 5, 1, 2, 1, 6, 3, 8];
const WHOLE = { start: 0, end: 48 * SAMPLES_PER_FRAME, from: 0 };
const inFrames = (sample: number): number => (sample + LEAD_SAMPLES) / SAMPLES_PER_FRAME;

test('a word lasts from its first to its last symbol, however many spoken words it has', () => {
  assert.deepEqual(
    timingsOf(utterance, frames, WHOLE).words.map(({ start, end, startSample, endSample }) => [
      start,
      end,
      inFrames(startSample),
      inFrames(endSample),
    ]),
    [
      [0, 2, 10, 16],
      [3, 8, 17, 37],
    ],
  );
});

test('phonemes are contiguous; stress belongs to the next sound, punctuation is silent', () => {
  const { phonemes } = timingsOf(utterance, frames, WHOLE);
  assert.equal(phonemes.map(({ symbol }) => symbol).join(''), 'hIθɹidɑ');
  assert.deepEqual(
    phonemes
      .slice(3, 5)
      .map(({ startSample, endSample, stress }) => [inFrames(startSample), inFrames(endSample), stress]),
    [
      [20, 21, undefined],
      [21, 27, 'primary'],
    ],
  );
});

test('trimming and padding before the voice shift every time', () => {
  const [first] = timingsOf(utterance, frames, { start: 2_400, end: 60_000, from: 4_000 }).words;
  assert.equal(first?.startSample, 2_400 + 10 * SAMPLES_PER_FRAME - LEAD_SAMPLES - 4_000);
});

test('all times are clamped to the voice', () => {
  const { words } = timingsOf(utterance, frames, { start: 100, end: 9_000, from: 7_000 });
  for (const { startSample, endSample } of words) {
    assert.ok(startSample >= 100 && endSample <= 9_000 && startSample <= endSample);
  }
});

test('durations that do not match the symbols are rejected', () => {
  assert.throws(() => timingsOf(utterance, frames.slice(1), WHOLE), /durations/u);
});
