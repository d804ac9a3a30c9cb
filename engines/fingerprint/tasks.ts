import { defineTask } from '../../src/platform/threads/index.ts';
import { type Alignment, align } from './alignment.ts';
import { landmarksAt } from './fingerprint.ts';
import type { Landmark } from './landmarks.ts';

type Piece = { samples: Float32Array; sampleRate: number; speed: number };

export function landmarksOfPiece({ samples, sampleRate, speed }: Piece): Landmark[] {
  return landmarksAt(speed, samples, sampleRate);
}

type Comparison = { piece: readonly Landmark[]; parts: readonly (readonly Landmark[])[] };

export function alignWithParts({ piece, parts }: Comparison): Alignment[] {
  return parts.map((part) => align(piece, part));
}

const HERE = new URL(import.meta.url);

/** Both take tens of milliseconds, so they run in a thread. */
export const findLandmarks = defineTask<typeof landmarksOfPiece>(HERE, 'landmarksOfPiece');
export const alignParts = defineTask<typeof alignWithParts>(HERE, 'alignWithParts');
