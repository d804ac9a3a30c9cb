import type { Unit } from './captions-units.ts';

/** Seconds. */
export type Cue = {
  start: number;
  end: number;
  lines: string[];
  /** Who speaks. Only VTT can say it. */
  voice?: string;
};

const LINE_WIDTH = 42;
const LONGEST_SECONDS = 7;
const SHORTEST_SECONDS = 1;
/** How long a cue stays after its last word. */
const LINGER_SECONDS = 0.4;
/** A silence at least this long is a good place to end a cue. */
const SILENCE_SECONDS = 0.8;

export function cuesOf(units: readonly Unit[]): Cue[] {
  const cues: Cue[] = [];
  for (let from = 0; from < units.length; ) {
    const to = bestEnd(units, from);
    const lines = linesOf(units.slice(from, to)) ?? [];
    const [first, last] = [units[from], units[to - 1]];
    if (first && last) {
      const shownUntil = Math.max(last.end + LINGER_SECONDS, first.start + SHORTEST_SECONDS);
      const end = Math.min(shownUntil, units[to]?.start ?? last.end + LINGER_SECONDS + SHORTEST_SECONDS);
      cues.push({ start: first.start, end: Math.min(end, first.start + LONGEST_SECONDS), lines });
    }
    from = to;
  }
  return cues;
}

/** The end of the cue that begins at `from`: as full as possible, but preferably at punctuation or a silence. */
function bestEnd(units: readonly Unit[], from: number): number {
  const start = units[from]?.start ?? 0;
  let best = { to: from + 1, worth: Number.NEGATIVE_INFINITY };
  for (let to = from + 1; to <= units.length; to++) {
    const end = units[to - 1]?.end ?? start;
    const lines = linesOf(units.slice(from, to));
    if (to > from + 1 && (!lines || end - start > LONGEST_SECONDS)) break;
    const filled = widthOf((lines ?? []).join(' ')) / (2 * LINE_WIDTH);
    const tooShort = (units[to]?.start ?? Number.POSITIVE_INFINITY) - start < SHORTEST_SECONDS ? 3 : 0;
    const worth = filled + worthOfEnding(units, to) - tooShort;
    if (worth >= best.worth) best = { to, worth };
  }
  return best.to;
}

function worthOfEnding(units: readonly Unit[], to: number): number {
  const [last, next] = [units[to - 1], units[to]];
  if (!last || !next) return 2;
  const silence = next.start - last.end >= SILENCE_SECONDS ? 1 : 0;
  if (/[.!?…。！？।]["'”’)\]」』]*$/u.test(last.shown)) return 1.5 + silence;
  return (/[,;:—–)、，；：]["'”’]*$/u.test(last.shown) ? 0.6 : 0) + silence;
}

/** One line, or two as even as possible; null if they do not fit. A single long word is cut. */
function linesOf(units: readonly Unit[]): string[] | null {
  const whole = shownOf(units);
  if (widthOf(whole) <= LINE_WIDTH) return [whole];
  let best: { lines: string[]; widest: number } | null = null;
  for (let at = 1; at < units.length; at++) {
    const lines = [shownOf(units.slice(0, at)), shownOf(units.slice(at))];
    const widest = Math.max(...lines.map(widthOf)) - (worthOfEnding(units, at) > 0.5 ? 4 : 0);
    if (lines.every((line) => widthOf(line) <= LINE_WIDTH) && (!best || widest < best.widest))
      best = { lines, widest };
  }
  if (best) return best.lines;
  return units.length === 1 ? hardCut(whole) : null;
}

/** For a single "word" longer than a line, such as a URL. */
function hardCut(word: string): string[] {
  const lines: string[] = [''];
  for (const character of word) {
    const line = (lines.at(-1) ?? '') + character;
    if (widthOf(line) <= LINE_WIDTH) lines[lines.length - 1] = line;
    else lines.push(character);
  }
  return lines;
}

function shownOf(units: readonly Unit[]): string {
  return units.map(({ shown, spaceBefore }, i) => (i > 0 && spaceBefore ? ` ${shown}` : shown)).join('');
}

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}、。「」『』！？（）]/gu;

function widthOf(line: string): number {
  return [...line].length + (line.match(WIDE)?.length ?? 0);
}
