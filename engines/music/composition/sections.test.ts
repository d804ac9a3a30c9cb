import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type GenreName, genreOf } from '../genres/index.ts';
import { makeSections, type SectionWish } from '../prompt/make-sections.ts';
import { scaleOf } from '../theory.ts';
import { compose } from './compose.ts';
import type { Score } from './score.ts';
import { GENRES_IN_TESTS, pieceOf } from './testing.ts';
import { secondAt } from './timeline.ts';

const THREE: SectionWish[] = [
  { seconds: 5, name: 'intro' },
  { seconds: 8.5, mood: 'sad' },
  { seconds: 6.5, mood: 'triumphant', intensity: 0.9 },
];

function inSections(
  genre: GenreName,
  wishes: readonly SectionWish[],
  plan: object = {},
  isLoop = false,
): Score {
  const seconds = wishes.reduce((sum, wish) => sum + wish.seconds, 0);
  const whole = pieceOf(genre, { seconds, isLoop }, plan);
  return compose({ ...whole, plan: { ...whole.plan, sections: makeSections(wishes, whole.plan) } });
}

const barsOf = (score: Score, section: number) => score.bars.filter((bar) => bar.section === section);
const startOf = (score: Score, section: number) =>
  secondAt(score.timeline, barsOf(score, section)[0]?.beat ?? Number.NaN);

test('every section begins at its second, in whole bars, with a tempo within three percent of the others', () => {
  for (const genre of GENRES_IN_TESTS) {
    const { tempo, beats } = genreOf(genre);
    const bar = (60 * beats) / tempo[1];
    // Lengths that bars fill at tempos up to five percent apart.
    const lengths = [2 * bar * 0.975, 4 * bar, 3 * bar * 1.025];
    const score = inSections(
      genre,
      lengths.map((seconds) => ({ seconds })),
    );
    let from = 0;
    const tempos = lengths.map((seconds, section) => {
      assert.ok(Math.abs(startOf(score, section) - from) < 1e-6, genre);
      from += seconds;
      return (barsOf(score, section).reduce((sum, one) => sum + one.beats, 0) * 60) / seconds;
    });
    assert.deepEqual(
      [0, 1, 2].map((section) => barsOf(score, section).length),
      [2, 4, 3],
      genre,
    );
    assert.ok(
      score.bars.every((one) => one.beats === score.beatsPerBar),
      genre,
    );
    assert.ok(Math.max(...tempos) / Math.min(...tempos) <= 1.03 / 0.97 + 1e-9, `${genre}: ${tempos}`);
  }
});

test('sections that no tempo divides into whole bars keep their seconds all the same', () => {
  const lengths = fc.array(fc.double({ min: 1, max: 7, noNaN: true }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 40, max: 240 }), fc.boolean(), (seconds, bpm, isTempoFixed) => {
      const wishes = seconds.map((length) => ({ seconds: length }));
      const score = inSections('rock', wishes, { bpm, isTempoFixed });
      let from = 0;
      for (const [index, length] of seconds.entries()) {
        assert.ok(Math.abs(startOf(score, index) - from) < 1e-6);
        from += length;
      }
      const { beat, beats } = score.bars.at(-1) ?? { beat: 0, beats: 0 };
      assert.ok(Math.abs(secondAt(score.timeline, beat + beats) - from) < 1e-6);
      if (isTempoFixed)
        assert.ok(score.timeline.every((point) => Math.abs(point.beat - (point.second * bpm) / 60) < 1e-6));
    }),
    { numRuns: 60 },
  );
});

test('a section of the other mode is in the relative key, and each is led into by its own cadence', () => {
  const score = inSections('corporate', THREE, { key: { tonic: 0, mode: 'major' } });
  const [opening, sad, last] = [0, 1, 2].map((section) => barsOf(score, section)[0]?.key);
  assert.deepEqual(
    [opening, sad, last],
    [
      { tonic: 0, mode: 'major' },
      { tonic: 9, mode: 'minor' },
      { tonic: 0, mode: 'major' },
    ],
  );
  assert.deepEqual(new Set(scaleOf(sad ?? score.key)), new Set(scaleOf(score.key)));
  for (const section of [1, 2]) {
    const first = barsOf(score, section)[0];
    const before = score.chords.findLast(({ beat }) => beat < (first?.beat ?? 0) - 1e-6);
    assert.equal(before?.key.tonic, first?.key.tonic);
    const [dominant] = genreOf('corporate').cadence[section === 1 ? 'minor' : 'major'];
    assert.equal(before?.chord.numeral, dominant.split(' ').at(-1));
  }
  assert.equal(score.chords.at(-1)?.chord.root, 0);
});

test('a fill leads from section to section, and the intensity of each is heard', () => {
  const score = inSections('rock', THREE);
  const drums = score.parts.find(({ part }) => part.role === 'drums');
  const boundary = barsOf(score, 2)[0]?.beat ?? 0;
  const inLastBeat = drums?.notes.filter(({ beat }) => beat >= boundary - 1 && beat < boundary);
  assert.ok((inLastBeat?.length ?? 0) >= 2);
  const energyOf = (section: number) => {
    const bars = barsOf(score, section);
    return bars.reduce((sum, bar) => sum + bar.energy, 0) / bars.length;
  };
  assert.ok(energyOf(2) > energyOf(1) && energyOf(1) > 0);
  const perSecond = (section: number, seconds: number) =>
    score.parts
      .flatMap(({ notes }) => notes)
      .filter(({ beat }) => {
        const bars = barsOf(score, section);
        return beat >= (bars[0]?.beat ?? 0) && beat < (bars.at(-1)?.beat ?? 0);
      }).length / seconds;
  assert.ok(perSecond(2, 6.5) > perSecond(0, 5), 'the last section is busier than the introduction');
});

test('the motif of the first section comes back in the last', () => {
  const wishes = [{ seconds: 7 }, { seconds: 6, mood: 'dark' as const }, { seconds: 7 }];
  const score = inSections('piano solo', wishes, { bpm: 100 });
  const melody = score.parts.find(({ part }) => part.role === 'melody');
  const rhythmAt = (phrase: string) => {
    const bar = score.bars.find((one) => one.phrase === phrase && one.opens);
    return melody?.notes
      .filter(({ beat }) => bar && beat >= bar.beat && beat < bar.beat + bar.beats)
      .map(({ beat }) => Math.round(1_000 * (beat - (bar?.beat ?? 0))));
  };
  assert.ok((rhythmAt('statement')?.length ?? 0) > 0);
  assert.deepEqual(rhythmAt('return'), rhythmAt('statement'));
});

test('a loop keeps whole beats within three percent of an asked tempo, or says which lengths would', () => {
  for (let bpm = 60; bpm <= 200; bpm += 10)
    for (const seconds of [4, 7, 10, 20]) {
      const piece = pieceOf('house', { seconds, isLoop: true }, { bpm, isTempoFixed: true });
      try {
        const score = compose(piece);
        assert.ok(Math.abs(score.bpm / bpm - 1) <= 0.03 + 1e-9);
        assert.ok(score.bars.every(({ beats }) => Number.isInteger(beats)));
      } catch (error) {
        const lengths = [...(error as Error).message.matchAll(/\d+(?=,| seconds)/gu)].map(Number);
        assert.ok(lengths.length > 0, `${error}`);
        for (const length of lengths) compose({ ...piece, seconds: length });
      }
    }
});
