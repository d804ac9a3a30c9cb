import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GenreName } from '../genres/index.ts';
import { genreOf } from '../genres/index.ts';
import { compose } from './compose.ts';
import { chordAt } from './harmony.ts';
import type { Note, Score } from './score.ts';
import { GENRES_IN_TESTS, pieceOf } from './testing.ts';
import { secondAt } from './timeline.ts';

const LENGTHS = [2, 3, 5, 8, 13, 20];
const SEEDS = [1, 2, 3];

function everyScore(check: (score: Score, genre: GenreName) => void): void {
  for (const genre of GENRES_IN_TESTS)
    for (const seconds of LENGTHS)
      for (const seed of SEEDS) check(compose(pieceOf(genre, { seconds, seed })), genre);
}

const partsOf = (score: Score, ...roles: string[]) =>
  score.parts.filter(({ part }) => roles.includes(part.role));
const isChordTone = ({ chords }: Score, { beat, pitch }: Note) =>
  chordAt(chords, beat).tones.includes(pitch % 12);
const isDownbeat = ({ beatsPerBar }: Score, { beat }: Note) => beat % beatsPerBar === 0;

test('whole bars fill the seconds at a tempo of the genre', () => {
  for (const genre of GENRES_IN_TESTS) {
    const [low, , high] = genreOf(genre).tempo;
    for (const seconds of [10, 15, 20]) {
      const { bpm, bars, beatsPerBar } = compose(pieceOf(genre, { seconds }));
      assert.ok(bpm >= low * 0.97 && bpm <= high * 1.03, `${genre} at ${bpm}`);
      const filled = (bars.length * beatsPerBar * 60) / bpm;
      assert.ok(
        filled <= seconds + 1e-9 && filled > seconds - (beatsPerBar * 60) / bpm,
        `${genre}: ${filled} s`,
      );
    }
  }
});

test('a tempo that was asked for is played exactly, and the last chord lasts until the end', () => {
  for (let bpm = 60; bpm <= 200; bpm += 7)
    for (const seconds of LENGTHS) {
      const score = compose(pieceOf('rock', { seconds }, { bpm, isTempoFixed: true }));
      assert.equal(score.bpm, bpm);
      assert.ok(Math.abs(secondAt(score.timeline, bpm / 60) - 1) < 1e-9);
      const last = score.bars.at(-1);
      assert.ok(last && Math.abs(secondAt(score.timeline, last.beat + last.beats) - seconds) < 1e-6);
      assert.ok(score.bars.slice(0, -1).every(({ beats }) => beats === score.beatsPerBar));
      assert.ok(score.bars.length === 1 || (last.beats >= 2 && last.beats <= 6), `${last.beats} beats`);
    }
});

test('every piece ends on the tonic, approached by another chord, and nothing begins after the end', () => {
  everyScore((score, genre) => {
    const last = score.chords.at(-1)?.chord;
    assert.equal(last?.root, score.key.tonic, genre);
    assert.notEqual(score.chords.at(-2)?.chord.numeral, last?.numeral, genre);
    for (const { notes } of score.parts)
      for (const { start, velocity } of notes)
        assert.ok(start < score.seconds && velocity > 0 && velocity < 128);
    const [bass] = partsOf(score, 'bass');
    if (bass) assert.equal((bass.notes.at(-1)?.pitch ?? 0) % 12, score.key.tonic, genre);
    for (const { notes } of partsOf(score, 'melody'))
      assert.equal((notes.at(-1)?.pitch ?? 0) % 12, score.key.tonic, `${genre} ends its melody elsewhere`);
  });
});

test('the bass has a tone of the chord on every downbeat', () => {
  everyScore((score, genre) => {
    for (const { notes } of partsOf(score, 'bass'))
      for (const note of notes.filter((one) => isDownbeat(score, one)))
        assert.ok(isChordTone(score, note), `${genre}: ${note.pitch} at ${note.beat}`);
  });
});

test('the melody has tones of the chord on strong beats and long notes, and leaps little', () => {
  everyScore((score, genre) => {
    for (const { notes } of partsOf(score, 'melody', 'counter')) {
      for (const note of notes.filter((one) => isDownbeat(score, one) || one.beats >= 0.95))
        assert.ok(isChordTone(score, note), `${genre}: ${note.pitch} at ${note.beat}`);
      for (const [i, { pitch }] of notes.entries())
        assert.ok(Math.abs(pitch - (notes[i - 1]?.pitch ?? pitch)) <= 14, `${genre} leaps`);
    }
  });
});

test('accompanying voices play nothing but their chords', () => {
  everyScore((score, genre) => {
    for (const { notes } of partsOf(score, 'comping', 'pad', 'arpeggio'))
      for (const note of notes)
        assert.ok(isChordTone(score, note), `${genre}: ${note.pitch} at ${note.beat}`);
  });
});

test('a motif that was stated comes back', () => {
  const score = compose(pieceOf('piano solo', { seconds: 20 }, { bpm: 108, isTempoFixed: true }));
  const [melody] = partsOf(score, 'melody');
  const rhythmOf = (phrase: string) => {
    const bar = score.bars.findIndex((one) => one.phrase === phrase);
    const from = bar * score.beatsPerBar;
    return melody?.notes
      .filter(({ beat }) => beat >= from && beat < from + score.beatsPerBar)
      .map(({ beat }) => beat - from);
  };
  assert.deepEqual(rhythmOf('return'), rhythmOf('statement'));
  assert.ok((rhythmOf('statement')?.length ?? 0) > 0);
});

test('the same seed gives the same notes, another seed others', () => {
  for (const genre of GENRES_IN_TESTS) {
    const notesFor = (seed: number) =>
      JSON.stringify(compose(pieceOf(genre, { seed })).parts.map(({ notes }) => notes));
    assert.equal(notesFor(7), notesFor(7));
    assert.notEqual(notesFor(7), notesFor(8));
  }
});

test('what is excluded is not played, and what was asked for is', () => {
  for (const genre of GENRES_IN_TESTS) {
    const { parts } = compose(pieceOf(genre, {}, { without: ['drums', 'melody'], instruments: ['harp'] }));
    const roles = parts.map(({ part }) => part.role);
    assert.ok(!roles.includes('drums') && !roles.includes('melody'), genre);
    assert.ok(
      parts.some(({ part, notes }) => part.instrument === 'harp' && notes.length > 0),
      genre,
    );
  }
});

test('every time signature gives bars of its length', () => {
  for (const [timeSignature, beats] of [
    ['3/4', 3],
    ['6/8', 3],
    ['5/4', 5],
    ['7/8', 3.5],
  ] as const) {
    const score = compose(pieceOf('corporate', {}, { timeSignature }));
    assert.equal(score.beatsPerBar, beats);
    assert.equal(score.chords.at(-1)?.beat, (score.bars.length - 1) * beats);
  }
});

test('a quiet piece is not silent when only parts are left that wait for more energy', () => {
  const plan = { without: ['chords' as const, 'melody' as const], energy: 'steady' as const, intensity: 0 };
  for (const genre of GENRES_IN_TESTS) {
    const { parts } = compose(pieceOf(genre, { seconds: 2, isLoop: true }, plan));
    assert.ok(
      parts.some(({ notes }) => notes.length > 0),
      genre,
    );
  }
});
