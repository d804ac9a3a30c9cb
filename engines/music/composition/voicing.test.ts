import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GENRES } from '../genres/index.ts';
import { chordOf } from './chords.ts';
import { createVoiceLeading, parallels } from './voicing.ts';

const RULES = { voices: 4, register: [48, 74] } as const;
const PROGRESSIONS = Object.values(GENRES).flatMap(({ progressions }) => [
  ...progressions.major,
  ...progressions.minor,
]);

function voiced(progression: string): { pitches: number[]; chord: ReturnType<typeof chordOf> }[] {
  const lead = createVoiceLeading(RULES);
  const numerals = progression.split('|').flatMap((bar) => bar.trim().split(/\s+/u));
  return [...numerals, ...numerals].map((numeral) => {
    const chord = chordOf(numeral, 2);
    return { pitches: lead(chord), chord };
  });
}

test('voices move by small steps', () => {
  for (const progression of PROGRESSIONS) {
    const chords = voiced(progression);
    for (const [i, { pitches }] of chords.entries()) {
      const before = chords[i - 1]?.pitches ?? pitches;
      const moved = pitches.reduce(
        (sum, pitch, voice) => sum + Math.abs(pitch - (before[voice] ?? pitch)),
        0,
      );
      assert.ok(moved / pitches.length <= 4.5, `${progression}: ${before} to ${pitches}`);
    }
  }
});

test('the seventh of a dominant falls by a step, its third rises to the tonic', () => {
  for (const [progression, tonic] of [
    ['ii7|V7|I', 'I'],
    ['iv7|V7|i', 'i'],
    ['vi7|V7/ii|ii', 'ii'],
  ] as const) {
    const chords = voiced(progression).slice(0, 3);
    const [, dominant, resolved] = chords;
    assert.ok(dominant && resolved && tonic);
    const voiceOf = (pitchClass: number | null) =>
      dominant.pitches.findIndex((pitch) => pitch % 12 === pitchClass);
    const seventh = voiceOf(dominant.chord.seventh);
    const leading = voiceOf(dominant.chord.leadingTone);
    const moveOf = (voice: number) => (resolved.pitches[voice] ?? 0) - (dominant.pitches[voice] ?? 0);
    assert.ok([-1, -2].includes(moveOf(seventh)), `${progression}: the seventh moves by ${moveOf(seventh)}`);
    assert.equal(moveOf(leading), 1, `${progression}: the third moves by ${moveOf(leading)}`);
  }
});

test('parallel fifths and octaves are rare', () => {
  let found = 0;
  let changes = 0;
  for (const progression of PROGRESSIONS) {
    // Power chords are parallel by nature.
    if (/5(\||$| )/u.test(progression)) continue;
    const chords = voiced(progression);
    for (const [i, { pitches }] of chords.entries()) {
      found += i > 0 && parallels(chords[i - 1]?.pitches ?? [], pitches) > 0 ? 1 : 0;
      changes += 1;
    }
  }
  assert.ok(found / changes < 0.12, `${found} of ${changes}`);
});
