import { open } from 'node:fs/promises';

/** Mono samples that need not be in memory: the audio of a long video stays on disk. */
export type SampleSource = {
  length: number;
  /** Returns fewer at the end. */
  read(from: number, to: number): Promise<Float32Array>;
};

export type Samples = Float32Array | SampleSource;

const BYTES = Float32Array.BYTES_PER_ELEMENT;

export function sourceOf(samples: Samples): SampleSource {
  if (!(samples instanceof Float32Array)) return samples;
  return { length: samples.length, read: async (from, to) => samples.subarray(from, to) };
}

/** A file of raw 32-bit floats in the order of bytes that all our machines have, as ffmpeg writes them. NaN is read as silence. */
export function sampleFile(path: string, length: number): SampleSource {
  return {
    length,
    async read(from, to) {
      const file = await open(path);
      try {
        const samples = new Float32Array(Math.max(0, Math.min(to, length) - from));
        const { bytesRead } = await file.read(
          new Uint8Array(samples.buffer),
          0,
          samples.byteLength,
          from * BYTES,
        );
        return samples.subarray(0, Math.floor(bytesRead / BYTES)).map(clean);
      } finally {
        await file.close();
      }
    },
  };
}

/** All samples in order, `size` at a time. */
export async function* blocksOf({ length, read }: SampleSource, size: number): AsyncGenerator<Float32Array> {
  for (let from = 0; from < length; from += size) yield read(from, Math.min(length, from + size));
}

function clean(sample: number): number {
  return Number.isFinite(sample) ? Math.max(-1, Math.min(1, sample)) : 0;
}
