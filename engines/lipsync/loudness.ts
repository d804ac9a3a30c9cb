import { blocksOf, type Samples, sourceOf } from './sample-source.ts';

/** Values per second in a `MouthTrack`. */
export const LOUDNESS_RATE = 100;

/** This far below the loud parts of the same sound counts as silence. */
const RANGE_DB = 40;
const LOUD_QUANTILE = 0.95;
/** Anything quieter is not speech, even in a quiet recording. */
const FLOOR_DB = -60;

/** Measures a sound as it arrives, without keeping it. */
export class LoudnessMeter {
  readonly #step: number;
  readonly #levels: number[] = [];
  #samples = 0;
  #sum = 0;

  constructor(sampleRate: number) {
    this.#step = sampleRate / LOUDNESS_RATE;
  }

  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample ** 2;
      this.#samples += 1;
      if (this.#samples === this.#endOf(this.#levels.length)) this.#closeLevel();
    }
  }

  /** 0 to 1 relative to the sound's own loud parts, so that a quiet recording moves the face as much as a loud one. */
  loudness(): Float32Array {
    if (this.#samples > this.#endOf(this.#levels.length - 1)) this.#closeLevel();
    const levels = Float32Array.from(this.#levels);
    const sorted = levels.toSorted();
    const loudDb = Math.max(
      sorted[Math.floor(LOUD_QUANTILE * (sorted.length - 1))] ?? 0,
      FLOOR_DB + RANGE_DB,
    );
    return levels.map((db) => Math.min(1, Math.max(0, 1 + (db - loudDb) / RANGE_DB)));
  }

  #endOf(level: number): number {
    return Math.round((level + 1) * this.#step);
  }

  #closeLevel(): void {
    const level = this.#levels.length;
    const width = Math.max(1, this.#endOf(level) - this.#endOf(level - 1));
    this.#levels.push(10 * Math.log10(this.#sum / width + 1e-12));
    this.#sum = 0;
  }
}

/** Measures a whole sound, one second at a time. */
export async function measureLoudness(samples: Samples, sampleRate: number): Promise<Float32Array> {
  const meter = new LoudnessMeter(sampleRate);
  for await (const block of blocksOf(sourceOf(samples), sampleRate)) meter.add(block);
  return meter.loudness();
}

/** Mean between two times; 0 beyond the end. */
export function meanLoudness(loudness: Float32Array, startSeconds: number, endSeconds: number): number {
  const from = Math.max(0, Math.floor(startSeconds * LOUDNESS_RATE));
  const to = Math.max(from + 1, Math.ceil(endSeconds * LOUDNESS_RATE));
  let sum = 0;
  for (let i = from; i < to; i += 1) sum += loudness[i] ?? 0;
  return sum / (to - from);
}
