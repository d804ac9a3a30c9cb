import { createChance } from '../../dsp/index.ts';

export const MELODY_RATE = 24_000;

/** Eight notes a second of four tones each: as dense as speech, and never twice the same. */
export function melody(seconds: number, seed: number): Float32Array {
  const chance = createChance(seed);
  const sound = new Float32Array(seconds * MELODY_RATE);
  const noteLength = MELODY_RATE / 8;
  for (let from = 0; from < sound.length; from += noteLength) {
    const tones = Array.from({ length: 4 }, () => 200 + 3_000 * chance() ** 2);
    for (let n = 0; n < noteLength; n += 1) {
      const fade = Math.sin((Math.PI * n) / noteLength);
      const turn = (2 * Math.PI * (from + n)) / MELODY_RATE;
      sound[from + n] = tones.reduce((sum, hertz) => sum + 0.1 * fade * Math.sin(turn * hertz), 0);
    }
  }
  return sound;
}

/** Five seconds of it. */
export function pieceOf(sound: Float32Array, fromSeconds: number): Float32Array {
  return sound.slice(fromSeconds * MELODY_RATE, (fromSeconds + 5) * MELODY_RATE);
}
