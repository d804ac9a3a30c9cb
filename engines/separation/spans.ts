import { RATE, SPEECH_STEP, type Span } from './types.ts';

/** Frames of the sound, within which nothing of the original is left. */
export type Stretch = { from: number; to: number };

/** Recognisers hear words a little late, and their ends a little early. Where nobody speaks after all, little changes. */
const MARGIN_SECONDS = 0.35;
/** The fade between original and background lasts this long. */
export const EDGE_FRAMES = 0.05 * RATE;
/** The original does not come back in a shorter pause. */
const SHORTEST_PAUSE_SECONDS = 0.3;

/** Stretches are in order, apart, and within the sound. */
export function stretchesOf(spans: readonly Span[], frames: number): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const from = Math.max(0, frameAt(start - MARGIN_SECONDS));
    const to = Math.min(frames, frameAt(end + MARGIN_SECONDS));
    const last = stretches.at(-1);
    if (last && from - last.to < SHORTEST_PAUSE_SECONDS * RATE) last.to = Math.max(last.to, to);
    else if (from < to) stretches.push({ from, to });
  }
  return stretches;
}

/** The nearest frame at which the speech has a sample too. */
function frameAt(seconds: number): number {
  return Math.round((seconds * RATE) / SPEECH_STEP) * SPEECH_STEP;
}

/** How much of each frame from `from` to `to` is background: 0 is the original, 1 nothing of it. */
export function backgroundShare(stretches: readonly Stretch[], from: number, to: number): Float32Array {
  const share = new Float32Array(to - from);
  for (const stretch of stretches) {
    const last = Math.min(to, stretch.to + EDGE_FRAMES);
    for (let i = Math.max(from, stretch.from - EDGE_FRAMES); i < last; i += 1) {
      const away = Math.max(0, stretch.from - i, i - stretch.to + 1) / EDGE_FRAMES;
      share[i - from] = Math.max(
        share[i - from] as number,
        0.5 + 0.5 * Math.cos(Math.PI * Math.min(1, away)),
      );
    }
  }
  return share;
}
