import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { makeSections } from '../prompt/make-sections.ts';
import { compose } from './compose.ts';
import type { Score } from './score.ts';
import { GENRES_IN_TESTS, pieceOf } from './testing.ts';
import { beatAt, bpmFrom } from './timeline.ts';

const HITS = [1.37, 4.2, 4.45, 9.81, 15.02];

/** How far the nearest accent is, in seconds, and that nothing else begins around it. */
function missedBy(score: Score, hit: number): number {
  const accents = score.parts.flatMap(({ notes }) => notes).filter(({ isAccent }) => isAccent);
  return Math.min(...accents.map(({ start }) => Math.abs(start - hit)));
}

test('an accent falls on every hit point, whatever the genre and its instruments', () => {
  for (const genre of GENRES_IN_TESTS)
    for (const plan of [{}, { without: ['drums' as const] }, { bpm: 97, isTempoFixed: true }]) {
      const score = compose(pieceOf(genre, {}, { hitPoints: HITS, ...plan }));
      for (const hit of HITS) {
        assert.ok(missedBy(score, hit) < 0.001, `${genre} misses ${hit} s`);
        const struck = score.parts.filter(({ notes }) =>
          notes.some(({ start }) => Math.abs(start - hit) < 0.001),
        );
        assert.ok(struck.length >= Math.min(2, score.parts.length), `${genre}: only ${struck.length} parts`);
        for (const { notes, part } of score.parts)
          assert.ok(
            notes.every(({ start, isAccent }) => isAccent || start < hit - 0.03 || start > hit + 0.03),
            `${part.instrument} blurs the hit at ${hit} s`,
          );
      }
    }
});

test('the tempo bends by three percent at most so that hits fall on beats, and on downbeats if it can', () => {
  const score = compose(pieceOf('cinematic', {}, { hitPoints: [8.05, 15.6] }));
  for (const [index] of score.timeline.slice(1).entries())
    assert.ok(Math.abs(bpmFrom(score.timeline, index) / score.bpm - 1) <= 0.061);
  for (const hit of [8.05, 15.6]) {
    const beat = beatAt(score.timeline, hit);
    const bar = score.bars.findLast((one) => one.beat <= beat + 1e-6);
    const inBar = beat - (bar?.beat ?? 0);
    assert.ok(Math.abs(inBar - Math.round(inBar)) < 1e-6, `${hit} s is ${inBar} beats into its bar`);
  }
});

test('any hit points, in any section and metre, are struck, and an asked tempo never bends', () => {
  const gaps = fc.array(fc.double({ min: 0.1, max: 3, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(
      gaps,
      fc.constantFrom('4/4', '3/4', '6/8', '5/4', '7/8'),
      fc.boolean(),
      fc.boolean(),
      (between, timeSignature, isTempoFixed, isLoop) => {
        let at = 0;
        const hitPoints = between.map((gap) => (at += gap)).filter((hit) => hit < 19.5);
        const piece = pieceOf('funk', { isLoop }, { hitPoints, timeSignature, isTempoFixed, bpm: 120 });
        const sections = makeSections([{ seconds: 7 }, { seconds: 13 }], piece.plan);
        const score = compose({ ...piece, plan: { ...piece.plan, sections: isLoop ? [] : sections } });
        for (const hit of hitPoints) assert.ok(missedBy(score, hit) < 0.001, `${hit}`);
        if (isTempoFixed && !isLoop)
          assert.ok(score.timeline.every(({ beat, second }) => Math.abs(beat - 2 * second) < 1e-6));
      },
    ),
    { numRuns: 60 },
  );
});
