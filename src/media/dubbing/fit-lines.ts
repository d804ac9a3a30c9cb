import { chorusesOf, GAP, type LineToFit, MIN_SECONDS, MOST_RATE, type Room, roomFor } from './line-room.ts';

export type { LineToFit } from './line-room.ts';

/** `rushed` is faster than anybody should speak: the line needs a shorter wording. */
export const FITS = ['as_spoken', 'faster', 'borrowed', 'stretched', 'rushed'] as const;
export type Fit = (typeof FITS)[number];

export type FittedLine = {
  /** Seconds on the timeline of the result. */
  start: number;
  /** Words that cannot be said by then, even at the fastest rate, are cut off. */
  end: number;
  /** Times the usual rate of the voice. */
  rate: number;
  fit: Fit;
};

/** Maps a time of the original to a time of the result. Times in between are linear up to the next mark. */
export type TimeMark = { original: number; result: number };

export type Fitted = { lines: FittedLine[]; marks: TimeMark[] };

/** A voice can speak at most this many times its usual rate. */
export const FASTEST = 2;
/** How much slower the picture may be. */
const MOST_STRETCH = 4;

/**
 * Gives every line its place, by the mildest means that suffices: as it is spoken, faster, into the pauses around it, and
 * then either with the picture stretched or faster still. No line overlaps the next, whoever speaks it, and none goes on
 * after the end. Every line must be over when the next one begins, or shortly after, so that delays do not add up.
 */
export function fitLines(
  lines: readonly LineToFit[],
  {
    duration,
    stretchPicture,
    longest = Number.POSITIVE_INFINITY,
  }: {
    duration: number;
    stretchPicture: boolean;
    /** Most seconds that the result may have. Beyond them lines are rushed, as if the picture could not be stretched. */
    longest?: number;
  },
): Fitted {
  const fitted: FittedLine[] = [];
  const marks: TimeMark[] = [{ original: 0, result: 0 }];
  const choruses = chorusesOf(lines, duration);
  /** How much later the result is than the original, for the pictures that were stretched so far. */
  let delay = 0;
  let free = 0;
  for (const [i, line] of lines.entries()) {
    const room = roomFor(lines, i, { free, delay, duration, chorus: choruses[i] ?? null });
    const place = placeLine(line.spoken, room);
    const stretch =
      stretchPicture && place.fit === 'rushed'
        ? stretchUnder(line.spoken, room, marks, { delay, spare: longest - duration - delay })
        : null;
    if (stretch) {
      marks.push(...stretch.marks);
      delay += stretch.seconds;
    }
    const made = stretch?.line ?? place;
    fitted.push(made);
    free = made.end + GAP;
  }
  const last = { original: duration, result: duration + delay };
  const isAfter = ({ original }: TimeMark, i: number) => i === 0 || original > (marks[i - 1]?.original ?? 0);
  return {
    lines: fitted,
    marks: [...marks.filter(isAfter).filter(({ original }) => original < duration), last],
  };
}

/** Where a moment of the original is in the result. */
export function toResult(marks: readonly TimeMark[], original: number): number {
  const after = marks.findIndex((mark) => mark.original > original);
  const to = marks.at(after);
  const from = marks.at(after < 0 ? -2 : Math.max(0, after - 1));
  if (!from || !to || from === to) return original;
  const share = (original - from.original) / (to.original - from.original);
  return from.result + Math.min(1, share) * (to.result - from.result);
}

function placeLine(spoken: number, { earliest, start, slotEnd, until, late, latest }: Room): FittedLine {
  // A short line is not slowed down: the pause stays.
  if (start + spoken <= slotEnd) return { start, end: start + spoken, rate: 1, fit: 'as_spoken' };
  const quick = spoken / MOST_RATE;
  if (start + quick <= slotEnd)
    return { start, end: slotEnd, rate: spoken / (slotEnd - start), fit: 'faster' };
  const borrowed = { rate: MOST_RATE, fit: 'borrowed' as const };
  if (start + quick <= until) return { start, end: start + quick, ...borrowed };
  if (earliest + quick <= until) return { start: until - quick, end: until, ...borrowed };
  if (earliest + quick <= late) return { start: earliest, end: earliest + quick, ...borrowed };
  return rushed(spoken, earliest, late, latest);
}

function rushed(spoken: number, start: number, late: number, latest: number): FittedLine {
  const fastest = spoken / FASTEST;
  if (start + fastest <= late) return { start, end: late, rate: spoken / (late - start), fit: 'rushed' };
  return { start, end: Math.min(start + fastest, Math.max(start, latest)), rate: FASTEST, fit: 'rushed' };
}

type Stretch = { line: FittedLine; marks: TimeMark[]; seconds: number };

/** Only the part under the line is slower; what comes after it plays as before, later. */
function stretchUnder(
  spoken: number,
  { start, until, end: filmEnd }: Room,
  marks: readonly TimeMark[],
  { delay, spare }: { delay: number; spare: number },
): Stretch | null {
  // A line that begins with the last picture stretches the pictures before it.
  const from = Math.min(start, filmEnd - MIN_SECONDS);
  const room = until - from;
  if (from - delay <= (marks.at(-1)?.original ?? 0) && from < start) return null;
  const most = until + Math.min(room * (MOST_STRETCH - 1), spare);
  const line = { start, fit: 'stretched' as const };
  const quick = start + spoken / MOST_RATE;
  const made = quick <= most ? { ...line, end: quick, rate: MOST_RATE } : rushed(spoken, start, most, most);
  const seconds = made.end - until;
  if (seconds <= 0) return null;
  return {
    line: made,
    marks: [
      { original: from - delay, result: from },
      { original: until - delay, result: made.end },
    ],
    seconds,
  };
}
