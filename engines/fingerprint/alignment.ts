import type { Landmark } from './landmarks.ts';

/** `matches` first peaks of the piece stand in the kept sound as they do in the piece, which begins at `atFrame` there. */
export type Alignment = { matches: number; atFrame: number };

/** Two frames: a piece may begin anywhere between two frames, and a coder moves peaks by one. */
const FRAMES_A_BIN = 2;

/**
 * Codes that agree by chance agree at chance distances. Those of the same sound all lie at one distance, so the distance at which most
 * agree counts.
 */
export function align(piece: readonly Landmark[], kept: readonly Landmark[]): Alignment {
  const framesOf = Map.groupBy(kept, ({ code }) => code);
  const byDistance = new Map<number, Set<number>>();
  for (const { code, frame } of piece) {
    for (const place of framesOf.get(code) ?? []) {
      const distance = Math.round((place.frame - frame) / FRAMES_A_BIN);
      // Also in the next one, so that what lies at a border is counted together.
      for (const bin of [distance, distance + 1]) {
        const frames = byDistance.get(bin) ?? new Set();
        byDistance.set(bin, frames.add(frame));
      }
    }
  }
  let best: Alignment = { matches: 0, atFrame: 0 };
  for (const [bin, frames] of byDistance)
    if (frames.size > best.matches) best = { matches: frames.size, atFrame: bin * FRAMES_A_BIN };
  return best;
}
