import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Result } from './results.ts';
import { findingsOf } from './targets.ts';
import { resultOf } from './testing/result.ts';

const NAMES = Array.from({ length: 10 }, (_, i) => `speaker ${i}`);
const presets = NAMES.map((name) => resultOf(name, 'preset'));

function metBy(results: readonly Result[]): Record<string, boolean | null> {
  return Object.fromEntries(findingsOf(results).map(({ text, isMet }) => [text, isMet]));
}

test('every goal is met by voices that are closer, as clear and fast enough', () => {
  const likeness = { cosine: 0.63, formantsPercent: 5, cepstra: 3, encoder: 0.6, highDb: 4 };
  const voices = NAMES.map((name) => resultOf(name, 'instant', { likeness }));
  assert.deepEqual(metBy([...presets, ...voices]), {
    'instant: mean cosine 0.630 over 10, nearest preset 0.500, target 0.62': true,
    'instant: closer than the nearest preset by formants for 10 of 10, target 9 of 10': true,
    'instant: closer than the nearest preset by cepstra for 10 of 10': null,
    'instant: closer than the nearest preset by the encoder for 10 of 10': null,
    'instant: closer than the nearest preset by the spectrum above 4 kHz for 10 of 10': null,
    'instant: word errors 1.0 %, base voices 1.0 %, at most 0.0 points more for one speaker, target 1.0 more overall': true,
    'instant: 20 s, 20 s at most, target 30 s': true,
  });
});

test('each missed goal is reported', () => {
  const voices = NAMES.map((name, i) =>
    resultOf(name, 'instant', {
      likeness: { cosine: 0.61, formantsPercent: i < 2 ? 9 : 5 },
      words: { errors: 3, words: 100 },
      seconds: i === 0 ? 31 : 10,
    }),
  );
  const targets = findingsOf([...presets, ...voices]).filter(({ isMet }) => isMet !== null);
  assert.equal(targets.length, 4);
  for (const { text, isMet } of targets) assert.equal(isMet, false, text);
});

test('speakers without an upper band are left out of that measure', () => {
  const telephone = { highDb: null };
  const results = [
    resultOf('anna', 'preset', { likeness: telephone }),
    resultOf('anna', 'professional', { likeness: telephone }),
    resultOf('bert', 'preset'),
    resultOf('bert', 'professional', { likeness: { highDb: 2 } }),
  ];
  const findings = findingsOf(results).map(({ text }) => text);
  assert.ok(
    findings.includes('professional: closer than the nearest preset by the spectrum above 4 kHz for 1 of 1'),
  );
});
