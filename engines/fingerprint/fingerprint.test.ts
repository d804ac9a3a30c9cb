import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createChance } from '../dsp/index.ts';
import { align, createFingerprinter, FRAMES_PER_SECOND, type Landmark, landmarksAt } from './index.ts';
import { melody, pieceOf, MELODY_RATE as RATE } from './testing/melody.ts';

function fingerprintOf(sound: Float32Array, pieceLength: number, rate = RATE): Landmark[] {
  const fingerprinter = createFingerprinter(rate);
  for (let at = 0; at < sound.length; at += pieceLength)
    fingerprinter.push(sound.subarray(at, at + pieceLength));
  return fingerprinter.end();
}

describe('The fingerprint of a sound', () => {
  const sound = melody(20, 1);
  const kept = fingerprintOf(sound, RATE);

  test('is the same however the sound arrives', () => {
    assert.deepEqual(fingerprintOf(sound, 777), kept);
    assert.deepEqual(fingerprintOf(sound, sound.length), kept);
  });

  test('has codes that a database can keep as integers', () => {
    assert.ok(kept.length > 200);
    for (const { code } of kept) assert.ok(Number.isInteger(code) && code >= 0 && code < 2 ** 31);
  });

  test('recognises five seconds of it, and where they stood', () => {
    const { matches, atFrame } = align(landmarksAt(1, pieceOf(sound, 7.3), RATE), kept);
    assert.ok(matches > 20, `${matches}`);
    assert.ok(Math.abs(atFrame / FRAMES_PER_SECOND - 7.3) < 0.1);
  });

  test('recognises it softer, clipped, and in noise', () => {
    const chance = createChance(5);
    const piece = pieceOf(sound, 3);
    const fates = [
      piece.map((x) => x / 4),
      piece.map((x) => Math.max(-0.15, Math.min(0.15, x))),
      piece.map((x) => x + 0.02 * (chance() - 0.5)),
    ];
    for (const fate of fates) assert.ok(align(landmarksAt(1, fate, RATE), kept).matches > 20);
  });

  test('recognises it played faster, if asked for that speed', () => {
    const faster = Float32Array.from({ length: 5 * RATE }, (_, n) => {
      const at = 4 * RATE + n * 1.05;
      const before = Math.floor(at);
      return (sound[before] as number) * (before + 1 - at) + (sound[before + 1] as number) * (at - before);
    });
    assert.ok(align(landmarksAt(1.05, faster, RATE), kept).matches > 20);
  });

  test('does not recognise another sound, or silence', () => {
    const strangers = Array.from({ length: 10 }, (_, i) => melody(5, 100 + i));
    for (const stranger of strangers) assert.ok(align(landmarksAt(1, stranger, RATE), kept).matches < 8);
    assert.deepEqual(fingerprintOf(new Float32Array(10 * RATE), RATE), []);
  });

  test('passes over what is no number', () => {
    const broken = pieceOf(sound, 2).fill(Number.NaN, RATE, 2 * RATE);
    assert.ok(align(landmarksAt(1, broken, RATE), kept).matches > 10);
  });
});
