import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { GENRE_NAMES, genreOf } from '../genres/index.ts';
import { INSTRUMENT_NAMES, instrumentOf } from '../instruments.ts';
import { EXCLUSIONS, type MusicPlan, type Piece, TIME_SIGNATURES, type TimeSignature } from '../plan.ts';
import { ERAS } from '../prompt/eras.ts';
import { MOOD_NAMES } from '../prompt/moods.ts';
import { type Mode, SCALES } from '../theory.ts';
import { compose } from './compose.ts';
import { ENERGY_CURVES } from './energy.ts';

const plans: fc.Arbitrary<MusicPlan> = fc.record({
  genre: fc.constantFrom(...GENRE_NAMES),
  mood: fc.constantFrom(...MOOD_NAMES),
  bpm: fc.integer({ min: 40, max: 240 }),
  isTempoFixed: fc.boolean(),
  key: fc.record({
    tonic: fc.integer({ min: 0, max: 11 }),
    mode: fc.constantFrom(...(Object.keys(SCALES) as Mode[])),
  }),
  timeSignature: fc.constantFrom(...(Object.keys(TIME_SIGNATURES) as TimeSignature[])),
  instruments: fc.uniqueArray(fc.constantFrom(...INSTRUMENT_NAMES), { maxLength: 6 }),
  without: fc.uniqueArray(fc.constantFrom(...EXCLUSIONS), { maxLength: 15 }),
  energy: fc.constantFrom(...ENERGY_CURVES),
  intensity: fc.double({ min: 0, max: 1, noNaN: true }),
  era: fc.option(fc.constantFrom(...ERAS)),
  sections: fc.constant([]),
  hitPoints: fc.constant([]),
});
const pieces: fc.Arbitrary<Piece> = fc
  .record({
    plan: plans,
    seconds: fc.integer({ min: 2, max: 20 }),
    seed: fc.nat(),
    isLoop: fc.boolean(),
  })
  // A loop at an asked tempo may be refused.
  .map((piece) => ({ ...piece, isLoop: piece.isLoop && !piece.plan.isTempoFixed }));

test('every plan can be composed: there are notes, they can be played, and they begin within the piece', () => {
  fc.assert(
    fc.property(pieces, (piece) => {
      const { parts, seconds } = compose(piece);
      const notes = parts.flatMap(({ part, notes }) => notes.map((note) => ({ ...note, part })));
      assert.ok(notes.length > 0);
      for (const { pitch, velocity, start, seconds: length, part } of notes) {
        const isDrum = instrumentOf(part.instrument).kit !== undefined;
        assert.ok(
          Number.isInteger(pitch) && pitch >= (isDrum ? 35 : 20) && pitch <= 110,
          `${part.instrument} ${pitch}`,
        );
        assert.ok(Number.isInteger(velocity) && velocity >= 1 && velocity <= 127);
        assert.ok(start >= 0 && start < seconds && length > 0, `${start} + ${length} of ${seconds}`);
      }
    }),
    { numRuns: 150 },
  );
});

test('the chords of every genre are readable, also those for the mode that it does not usually have', () => {
  for (const genre of GENRE_NAMES) {
    const { progressions, cadence } = genreOf(genre);
    assert.ok(progressions.major.length > 0 && progressions.minor.length > 0);
    assert.ok(cadence.major[1] !== cadence.minor[1], `${genre} ends alike in major and minor`);
  }
});
