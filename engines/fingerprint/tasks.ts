import { closeSync, openSync, readSync } from 'node:fs';
import { defineTask } from '../../src/platform/threads/index.ts';
import { type Alignment, align } from './alignment.ts';
import { createFingerprinter, landmarksAt } from './fingerprint.ts';
import { landmarkBytes } from './landmark-bytes.ts';
import type { Landmark } from './landmarks.ts';

type Piece = { samples: Float32Array; sampleRate: number; speed: number };

export function landmarksOfPiece({ samples, sampleRate, speed }: Piece): Landmark[] {
  return landmarksAt(speed, samples, sampleRate);
}

type Comparison = { piece: readonly Landmark[]; parts: readonly (readonly Landmark[])[] };

export function alignWithParts({ piece, parts }: Comparison): Alignment[] {
  return parts.map((part) => align(piece, part));
}

/** A file of bare samples, which may be hours long: a second of it is in memory at a time. */
export function landmarksOfFile({ path, sampleRate }: { path: string; sampleRate: number }): Uint8Array {
  const fingerprinter = createFingerprinter(sampleRate);
  const second = new Float32Array(sampleRate);
  const file = openSync(path, 'r');
  try {
    for (;;) {
      const bytes = readSync(file, second);
      if (bytes === 0) return landmarkBytes(fingerprinter.end());
      fingerprinter.push(second.subarray(0, Math.floor(bytes / second.BYTES_PER_ELEMENT)));
    }
  } finally {
    closeSync(file);
  }
}

const HERE = new URL(import.meta.url);

/** They take from tens of milliseconds to seconds, so they run in a thread. */
export const findLandmarks = defineTask<typeof landmarksOfPiece>(HERE, 'landmarksOfPiece');
export const alignParts = defineTask<typeof alignWithParts>(HERE, 'alignWithParts');
export const keepLandmarks = defineTask<typeof landmarksOfFile>(HERE, 'landmarksOfFile');
