import type { ScriptLine } from '../script.ts';

/** Times are in seconds of the film. */
export type Span = { start: number; end: number };

/** The customer wrote this script. */
export type GivenScript = { language: string; lines: readonly ScriptLine[] };

/** A line before its speaker has an id. */
export type DraftLine = Span & {
  /** Tells the speakers apart: a label of the recogniser, or a name of the script. */
  speaker: string;
  /** The name as the script writes it. */
  name: string | null;
  unsure: boolean;
  source: string | null;
  translation: string | null;
};

/** The least time of a line. Nothing that is shorter can be spoken. */
export const LEAST_SECONDS = 0.2;

/** Sorts lines, keeps them within the film, and ends each when the next begins. Two that begin at once overlap. */
export function inOrder<Line extends Span>(lines: readonly Line[], seconds: number): Line[] {
  const sorted = lines.toSorted((a, b) => a.start - b.start);
  return sorted.map((line, i) => {
    const start = Math.max(0, Math.min(line.start, seconds - LEAST_SECONDS));
    const next = sorted[i + 1]?.start ?? seconds;
    const until = next - start >= LEAST_SECONDS ? next : seconds;
    return {
      ...line,
      ...rounded({ start, end: Math.min(Math.max(line.end, start + LEAST_SECONDS), until) }),
    };
  });
}

/** Rounds to a millisecond. */
export function rounded({ start, end }: Span): Span {
  return { start: Math.round(start * 1_000) / 1_000, end: Math.round(end * 1_000) / 1_000 };
}

export function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.end, b.end) - Math.max(a.start, b.start));
}
