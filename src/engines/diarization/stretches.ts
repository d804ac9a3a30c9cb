import type { Stretch } from '../speaker-embedding/index.ts';
import { STEP_SECONDS } from '../speaker-embedding/index.ts';
import type { Span } from '../voice-activity/index.ts';

/** Maps spans of a sound to its concatenated speech, which has `steps` steps. */
export function stretchesOf(spans: readonly Span[], speech: readonly Span[], steps: number): Stretch[] {
  let before = 0;
  return speech.flatMap(({ start, end }) => {
    const stepAt = (seconds: number): number =>
      Math.min(steps, Math.round((before + Math.min(end, Math.max(start, seconds)) - start) / STEP_SECONDS));
    const within = spans.map((span) => ({ first: stepAt(span.start), end: stepAt(span.end) }));
    before += end - start;
    return within.filter((stretch) => stretch.end > stretch.first);
  });
}
