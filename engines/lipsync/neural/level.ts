import type { SampleSource } from '../sample-source.ts';

/** RMS level of the training speech. A difference of 10 dB does not matter. */
const TARGET = 0.08;
const MOST_GAIN = 300;
const PIECE_SAMPLES = 800;
/** The level of an hour is estimated from two minutes spread over it. */
const MOST_PIECES = 2_400;
const PIECES_PER_READ = 400;
/** Pieces below this share of the loud ones' amplitude are pauses and do not count towards the speech level. */
const PAUSE_BELOW = 0.1;
const LOUD_QUANTILE = 0.9;

/** Gain that brings speech to the level of the training data. */
export function gainFor(samples: Float32Array): number {
  return gainOf(
    pieceStarts(samples.length).map((from) => powerOf(samples.subarray(from, from + PIECE_SAMPLES))),
  );
}

/** The same for audio that is not in memory. */
export async function measureGain({ length, read }: SampleSource): Promise<number> {
  const powers: number[] = [];
  const every = spacing(length);
  // Each read opens the file, so pieces next to each other are read together.
  const together = PIECE_SAMPLES * (every === 1 ? PIECES_PER_READ : 1);
  for (let from = 0; from < length; from += every * together) {
    const sound = await read(from, from + together);
    for (let at = 0; at < sound.length; at += PIECE_SAMPLES)
      powers.push(powerOf(sound.subarray(at, at + PIECE_SAMPLES)));
  }
  return gainOf(powers);
}

/** Of every so many pieces, one counts. */
function spacing(samples: number): number {
  return Math.max(1, Math.ceil(Math.ceil(samples / PIECE_SAMPLES) / MOST_PIECES));
}

function pieceStarts(samples: number): number[] {
  const pieces = Math.ceil(samples / PIECE_SAMPLES);
  const every = spacing(samples);
  return Array.from({ length: Math.ceil(pieces / every) }, (_, i) => i * every * PIECE_SAMPLES);
}

function gainOf(unsorted: readonly number[]): number {
  const powers = unsorted.toSorted((a, b) => a - b);
  const loud = powers[Math.floor(LOUD_QUANTILE * (powers.length - 1))] ?? 0;
  const spoken = powers.filter((power) => power >= loud * PAUSE_BELOW ** 2);
  const mean = spoken.reduce((sum, power) => sum + power, 0) / Math.max(1, spoken.length);
  return mean > 0 ? Math.min(MOST_GAIN, TARGET / Math.sqrt(mean)) : 1;
}

function powerOf(piece: Float32Array): number {
  return piece.reduce((sum, sample) => sum + sample ** 2, 0) / piece.length;
}
