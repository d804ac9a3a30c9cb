import type { Unit } from './captions-units.ts';

/** Seconds. */
export type Cue = {
  start: number;
  end: number;
  lines: string[];
  /** Name of the speaker. Only VTT can show it. */
  voice?: string;
};

const LINE_WIDTH = 42;
const LONGEST_SECONDS = 7;
const SHORTEST_SECONDS = 1;
/** How long a cue stays after its last word. */
const LINGER_SECONDS = 0.4;
/** A silence at least this long is a good place to end a cue. */
const SILENCE_SECONDS = 0.8;

/**
 * Every unit is measured once, before the ends of cues and lines are chosen: each choice compares dozens of places, so
 * measuring strings there would take seconds for a long text.
 */
type Measured = {
  units: readonly Unit[];
  /** Holds at each index the width of all units before it, with their spaces. */
  widths: readonly number[];
  /** Holds at each index how good it is to end a cue or line before that unit. */
  worths: readonly number[];
};

export function cuesOf(units: readonly Unit[]): Cue[] {
  const measured = measure(units);
  const cues: Cue[] = [];
  for (let from = 0; from < units.length; ) {
    const to = bestEnd(measured, from);
    const lines = linesOf(measured, from, to);
    const first = units[from];
    const last = units[to - 1];
    if (first && last) {
      const shownUntil = Math.max(last.end + LINGER_SECONDS, first.start + SHORTEST_SECONDS);
      const end = Math.min(shownUntil, units[to]?.start ?? last.end + LINGER_SECONDS + SHORTEST_SECONDS);
      cues.push({ start: first.start, end: Math.min(end, first.start + LONGEST_SECONDS), lines });
    }
    from = to;
  }
  return cues;
}

function measure(units: readonly Unit[]): Measured {
  const widths = [0];
  let width = 0;
  for (const { shown, spaceBefore } of units) {
    width += widthOf(shown) + (spaceBefore ? 1 : 0);
    widths.push(width);
  }
  const worths = widths.map((_, at) => worthOfEnding(units[at - 1], units[at]));
  return { units, widths, worths };
}

/** The end of the cue that begins at `from`: as full as possible, but preferably at punctuation or a silence. */
function bestEnd(measured: Measured, from: number): number {
  const { units, worths } = measured;
  const start = units[from]?.start ?? 0;
  let best = { to: from + 1, worth: Number.NEGATIVE_INFINITY };
  for (let to = from + 1; to <= units.length; to++) {
    const end = units[to - 1]?.end ?? start;
    const at = lineEnd(measured, from, to);
    if (at === null || (to > from + 1 && end - start > LONGEST_SECONDS)) break;
    const width =
      at === to ? between(measured, from, to) : between(measured, from, at) + 1 + between(measured, at, to);
    const tooShort = (units[to]?.start ?? Number.POSITIVE_INFINITY) - start < SHORTEST_SECONDS ? 3 : 0;
    const worth = width / (2 * LINE_WIDTH) + (worths[to] ?? 0) - tooShort;
    if (worth >= best.worth) best = { to, worth };
  }
  return best.to;
}

function worthOfEnding(last: Unit | undefined, next: Unit | undefined): number {
  if (!last || !next) return 2;
  const silence = next.start - last.end >= SILENCE_SECONDS ? 1 : 0;
  if (/[.!?…。！？।]["'”’)\]」』]*$/u.test(last.shown)) return 1.5 + silence;
  return (/[,;:—–)、，；：]["'”’]*$/u.test(last.shown) ? 0.6 : 0) + silence;
}

/** Where the first line ends: at `to` if one is enough, else so that two are as even as possible; null if they do not fit. */
function lineEnd(measured: Measured, from: number, to: number): number | null {
  if (between(measured, from, to) <= LINE_WIDTH) return to;
  let best: { at: number; widest: number } | null = null;
  for (let at = from + 1; at < to; at++) {
    const first = between(measured, from, at);
    const second = between(measured, at, to);
    if (first > LINE_WIDTH) break;
    const widest = Math.max(first, second) - ((measured.worths[at] ?? 0) > 0.5 ? 4 : 0);
    if (second <= LINE_WIDTH && (!best || widest < best.widest)) best = { at, widest };
  }
  return best?.at ?? null;
}

/** One line or two. A single long word is cut. */
function linesOf(measured: Measured, from: number, to: number): string[] {
  const { units } = measured;
  const at = lineEnd(measured, from, to);
  if (at === null) return hardCut(shownOf(units.slice(from, to)));
  const lines = [shownOf(units.slice(from, at))];
  if (at < to) lines.push(shownOf(units.slice(at, to)));
  return lines;
}

/** Cuts a single "word" that is longer than a line, such as a URL. */
function hardCut(word: string): string[] {
  const lines: string[] = [];
  let line = '';
  let width = 0;
  for (const character of word) {
    width += widthOf(character);
    if (width > LINE_WIDTH) {
      lines.push(line);
      [line, width] = ['', widthOf(character)];
    }
    line += character;
  }
  return [...lines, line];
}

function shownOf(units: readonly Unit[]): string {
  return units.map(({ shown, spaceBefore }, i) => (i > 0 && spaceBefore ? ` ${shown}` : shown)).join('');
}

/** The width of these units in one line, which begins without a space. */
function between({ units, widths }: Measured, from: number, to: number): number {
  return (widths[to] ?? 0) - (widths[from] ?? 0) - (units[from]?.spaceBefore ? 1 : 0);
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」『』！？（）]/gu;

function widthOf(line: string): number {
  return [...line].length + (line.match(WIDE)?.length ?? 0);
}
