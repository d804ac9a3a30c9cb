import type { Stereo } from './stereo.ts';

/** Lengths of the delay lines in samples at 44.1 kHz, without common divisors. */
const LINES = [1_427, 1_637, 1_871, 2_053, 2_311, 2_539, 2_803, 3_049] as const;
/** How fast high tones die, 0 to 1. */
const DAMPING = 0.35;
const PREDELAY = 700;

/** A feedback delay network: eight lines that are mixed into each other, bright at first and darker as it dies. */
export function reverberate(input: Stereo, seconds: number, sampleRate: number): Stereo {
  const frames = input.left.length;
  const out = { left: new Float32Array(frames), right: new Float32Array(frames) };
  const lines = LINES.map((length) => new Float32Array(length));
  const gains = LINES.map((length) => 10 ** ((-3 * length) / (seconds * sampleRate)));
  const places = new Int32Array(LINES.length);
  const damped = new Float64Array(LINES.length);
  const taken = new Float64Array(LINES.length);
  for (let i = 0; i < frames; i += 1) {
    const left = i >= PREDELAY ? (input.left[i - PREDELAY] as number) : 0;
    const right = i >= PREDELAY ? (input.right[i - PREDELAY] as number) : 0;
    let sum = 0;
    for (let n = 0; n < 8; n += 1) {
      const heard = (lines[n] as Float32Array)[places[n] as number] as number;
      const soft = (damped[n] as number) * DAMPING + heard * (1 - DAMPING);
      damped[n] = soft;
      const kept = soft * (gains[n] as number);
      taken[n] = kept;
      sum += kept;
    }
    // Householder's matrix: every line feeds every other and no energy is won or lost.
    const shared = sum / 4;
    let toLeft = 0;
    let toRight = 0;
    for (let n = 0; n < 8; n += 1) {
      const kept = taken[n] as number;
      const line = lines[n] as Float32Array;
      const place = places[n] as number;
      line[place] = kept - shared + (n % 2 === 0 ? left : right);
      places[n] = place + 1 === line.length ? 0 : place + 1;
      if (n % 2 === 0) toLeft += n % 4 === 0 ? kept : -kept;
      else toRight += n % 4 === 1 ? kept : -kept;
    }
    out.left[i] = toLeft;
    out.right[i] = toRight;
  }
  return out;
}
