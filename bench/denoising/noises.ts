import { pink, randomFrom, white } from '../../engines/transcription/testing/clips.ts';
import { rms } from '../../engines/transcription/testing/spoken.ts';

const RATE = 16_000;
const TAU = 2 * Math.PI;
const TALKERS = 6;

export const NOISES = ['white', 'pink', 'fan', 'hum', 'babble'] as const;
export type Noise = (typeof NOISES)[number];

/** Always the same for one seed. Babble is made of the other recordings. */
export function noiseOf(
  kind: Noise,
  seconds: number,
  seed: number,
  others: readonly Float32Array[],
): Float32Array {
  if (kind === 'white') return white(seconds, seed);
  if (kind === 'pink') return pink(seconds, seed);
  const length = seconds * RATE;
  if (kind === 'fan') return fan(length, seed);
  if (kind === 'hum') return hum(length);
  const parts = Array.from({ length: TALKERS }, (_, i) => levelled(others[(seed + 3 * i) % others.length]));
  return Float32Array.from({ length }, (_, at) =>
    parts.reduce((sum, part, i) => sum + (part[(at + 9_000 * i) % part.length] ?? 0), 0),
  );
}

/** Mains at 50 Hz with its overtones. */
function hum(length: number): Float32Array {
  const overtones = [1, 2, 3, 4, 5, 6, 8, 10];
  return Float32Array.from({ length }, (_, i) =>
    overtones.reduce((sum, n) => sum + Math.sin((TAU * 50 * n * i) / RATE + n) / n, 0),
  );
}

/** Low-passed noise that swells with the blades, and their tone. */
function fan(length: number, seed: number): Float32Array {
  const random = randomFrom(seed);
  let low = 0;
  return Float32Array.from({ length }, (_, i) => {
    low = 0.9 * low + 0.1 * (random() - 0.5);
    const tone = [0.25, 0.12, 0.08].reduce(
      (sum, level, n) => sum + level * Math.sin((TAU * 117 * (n + 1) * i) / RATE),
      0,
    );
    return 20 * low * (1 + 0.25 * Math.sin((TAU * 7 * i) / RATE)) + tone;
  });
}

function levelled(samples: Float32Array = new Float32Array(1)): Float32Array {
  const level = rms(samples);
  return samples.map((sample) => sample / level);
}
