import type { Stretch } from '../speaker-embedding/index.ts';
import { type SpeechPrints, STEP_SECONDS } from '../speaker-embedding/index.ts';
import type { Span } from '../voice-activity/index.ts';

/** Turns begin and end at the edges of cells. */
const CELL_SECONDS = 0.25;
/** A shorter print says little about the voice, a longer one often covers two. */
const WINDOW_SECONDS = 1.5;

/** A short piece of speech, with the print of the window around it. */
export type Cell = Span & {
  stretch: Stretch;
  /** Preceded by a pause. */
  afterPause: boolean;
  windowSeconds: number;
  print: Float32Array;
};

/** The print of a cell never spans a pause: that is where speakers change. */
export function cellsOf(voices: SpeechPrints, speech: readonly Span[]): Cell[] {
  let secondsBefore = 0;
  return speech.flatMap((span) => {
    const first = stepsIn(secondsBefore);
    secondsBefore += span.end - span.start;
    const end = Math.min(voices.steps, stepsIn(secondsBefore));
    return cellsWithin(voices, span, { first, end });
  });
}

function cellsWithin(voices: SpeechPrints, span: Span, whole: Stretch): Cell[] {
  const seconds = span.end - span.start;
  const steps = whole.end - whole.first;
  const count = Math.min(steps, Math.max(1, Math.round(seconds / CELL_SECONDS)));
  return Array.from({ length: Math.max(0, count) }, (_, i) => {
    const stretch = {
      first: whole.first + Math.round((i * steps) / count),
      end: whole.first + Math.round(((i + 1) * steps) / count),
    };
    const window = around(stretch, whole);
    return {
      start: span.start + (i * seconds) / count,
      end: span.start + ((i + 1) * seconds) / count,
      stretch,
      afterPause: i === 0,
      windowSeconds: (window.end - window.first) * STEP_SECONDS,
      print: voices.print([window]),
    };
  });
}

function around({ first, end }: Stretch, whole: Stretch): Stretch {
  const middle = (first + end) / 2;
  const reach = stepsIn(WINDOW_SECONDS) / 2;
  return {
    first: Math.max(whole.first, Math.round(middle - reach)),
    end: Math.min(whole.end, Math.round(middle + reach)),
  };
}

function stepsIn(seconds: number): number {
  return Math.round(seconds / STEP_SECONDS);
}
