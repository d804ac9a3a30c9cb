import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GENRE_NAMES, genreOf } from '../genres/index.ts';
import { compose } from './compose.ts';
import type { Bar, Score } from './score.ts';
import { pieceOf } from './testing.ts';
import { secondAt } from './timeline.ts';

/** Twenty seconds of every genre, three times. */
const SCORES = GENRE_NAMES.flatMap((genre) =>
  [1, 2, 3].map((seed) => ({ genre, score: compose(pieceOf(genre, { seed })) })),
);

const notesIn = (score: Score, { beat, beats }: Bar, ...roles: string[]) =>
  score.parts
    .filter(({ part }) => roles.length === 0 || roles.includes(part.role))
    .flatMap(({ notes }) =>
      notes.filter((note) => note.beat >= beat - 1e-6 && note.beat < beat + beats - 1e-6),
    );

test('secondary dominants are heard, and each leads to its own chord a fifth below', () => {
  let found = 0;
  for (const { genre, score } of SCORES)
    for (const [index, { chord }] of score.chords.entries()) {
      if (!chord.numeral.includes('/')) continue;
      found += 1;
      const next = score.chords[index + 1]?.chord;
      assert.equal((chord.root + 5) % 12, next?.root, `${genre}: ${chord.numeral} before ${next?.numeral}`);
      assert.notEqual(chord.leadingTone, null);
    }
  assert.ok(found >= 10, `${found} in ${SCORES.length} pieces`);
});

test('a fill ends every phrase of the drums and differs from the groove', () => {
  for (const { genre, score } of SCORES) {
    const drums = genreOf(genre).parts.find(({ role }) => role === 'drums');
    if (drums?.role !== 'drums') continue;
    const strokesIn = (bar: Bar) =>
      notesIn(score, bar, 'drums')
        .filter(({ beat }) => beat >= bar.beat + bar.beats - 1 - 1e-6)
        .map(({ beat, pitch }) => `${(beat - bar.beat).toFixed(2)} ${pitch}`)
        .sort();
    const heard = score.bars.filter((bar) => bar.energy >= (drums.from ?? 0) && bar.phrase !== 'ending');
    for (const open of heard.filter(({ closes }) => !closes)) {
      const close = heard.find((bar) => bar.closes && bar.beat > open.beat);
      // Bars of another energy have another groove, which is no proof.
      if (!close || Math.abs(close.energy - open.energy) > 0.08) continue;
      assert.notDeepEqual(strokesIn(close), strokesIn(open), `${genre} has no fill at beat ${close.beat}`);
    }
  }
});

test('ghost notes lie between the strokes of genres that have them', () => {
  for (const { genre, score } of SCORES.filter((one) =>
    ['funk', 'drum and bass', 'hip-hop'].includes(one.genre),
  )) {
    const snares = score.bars.flatMap((bar) =>
      notesIn(score, bar, 'drums').filter(({ pitch }) => pitch === 38),
    );
    const ghosts = snares.filter(({ velocity }) => velocity < 60);
    assert.ok(
      ghosts.length > 0 && ghosts.length < snares.length,
      `${genre}: ${ghosts.length} of ${snares.length}`,
    );
  }
});

test('the motif is stated, then varied but still recognised, and brought back', () => {
  for (const { genre, score } of SCORES) {
    const melody = score.parts.find(({ part }) => part.role === 'melody');
    const rhythmOf = (phrase: Bar['phrase']) => {
      const bar = score.bars.find((one) => one.phrase === phrase && one.opens);
      return bar && melody
        ? notesIn({ ...score, parts: [melody] }, bar).map(({ beat }) => Math.round(100 * (beat - bar.beat)))
        : null;
    };
    const stated = rhythmOf('statement');
    const varied = rhythmOf('variation');
    const back = rhythmOf('return');
    if (!stated || !back) continue;
    assert.ok(stated.length > 0, `${genre} states nothing`);
    assert.deepEqual(back, stated, genre);
    if (varied && varied.length > 0)
      assert.ok(
        stated.every((onset) => varied.includes(onset)),
        `${genre}: ${varied} of ${stated}`,
      );
  }
});

test('an introduction is thinner than what follows, and a piece that builds ends louder than it began', () => {
  for (const { genre, score } of SCORES) {
    const densityOf = (phrase: Bar['phrase']) => {
      const bars = score.bars.filter((bar) => bar.phrase === phrase);
      return bars.flatMap((bar) => notesIn(score, bar)).length / bars.length;
    };
    assert.ok(!(densityOf('intro') > densityOf('return')), genre);
    if (genreOf(genre).energy !== 'build') continue;
    const loudnessOf = (phrase: Bar['phrase']) => {
      const notes = score.bars.filter((bar) => bar.phrase === phrase).flatMap((bar) => notesIn(score, bar));
      return notes.reduce((sum, { velocity }) => sum + velocity ** 2, 0);
    };
    assert.ok(!(loudnessOf('return') <= loudnessOf('statement')), genre);
  }
});

test('people play it: timing and velocity vary, but never by a stumble', () => {
  for (const { genre, score } of SCORES) {
    const { looseness, swing } = genreOf(genre);
    if (swing) continue;
    const notes = score.parts.flatMap((one) => one.notes);
    const late = notes.map(({ start, beat }) => start - secondAt(score.timeline, beat));
    assert.ok(
      late.every((seconds) => Math.abs(seconds) <= (looseness * 3.4) / 1_000 + 1e-9),
      genre,
    );
    const deviation = Math.sqrt(late.reduce((sum, seconds) => sum + seconds ** 2, 0) / late.length);
    assert.ok(looseness === 0 || deviation > looseness / 2_000, `${genre}: ${deviation} s`);
    assert.ok(new Set(notes.map(({ velocity }) => velocity)).size > 10, genre);
  }
});

test('every metre has its own feel: the drums of 6/8 stand on its two pulses, those of 5/4 on three and two', () => {
  for (const [timeSignature, pulses] of [
    ['6/8', [0, 1.5]],
    ['5/4', [0, 3]],
    ['3/4', [0]],
  ] as const) {
    const score = compose(pieceOf('rock', {}, { timeSignature }));
    const bar = score.bars.find(({ phrase, closes }) => phrase === 'variation' && !closes) as Bar;
    const places = notesIn(score, bar, 'drums').map(({ beat }) => beat - bar.beat);
    for (const pulse of pulses) assert.ok(places.includes(pulse), `${timeSignature}: ${places}`);
    assert.ok(places.every((place) => place < bar.beats));
  }
});
