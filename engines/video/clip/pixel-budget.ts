import { ClipTooHeavy } from '../errors.ts';

/** Decoding cost grows with the pixels. The limit is 4K at 30 frames per second for the longest video allowed. */
const PIXELS_PER_SECOND = 3_840 * 2_160 * 30;

export function pixelBudget(maxSeconds: number): number {
  return PIXELS_PER_SECOND * maxSeconds;
}

/** Rejects a probed clip before it is rendered. */
export function requirePixelBudget(
  clip: { width: number; height: number; fps: number; seconds: number },
  maxSeconds: number,
): void {
  if (clip.width * clip.height * clip.fps * clip.seconds > pixelBudget(maxSeconds)) throw new ClipTooHeavy();
}
