/** A translated line beside the time of the original, in seconds. */
export type LineToFit = {
  /** Times of the original. Lines are in the order of their starts. */
  start: number;
  end: number;
  /** How long the translation takes to say at the usual rate. */
  spoken: number;
};

/** Faster speech is noticed. */
export const MOST_RATE = 1.25;
/** A listener needs a moment to hear that another line begins. */
export const GAP = 0.08;
/** A line may begin so much earlier or later than the original. More would show on the lips. */
const EARLY = 0.12;
const LATE = 0.1;
/** How late the next line may begin at worst, so that the end of a line is not cut off. */
const LATEST = 0.5;
/** The least that a line gets, even between lines that leave it nothing. */
export const MIN_SECONDS = 0.2;
/** Times of captions overlap by so much when nobody speaks at once. */
const OVERLAP = 0.3;

/** All times are seconds on the timeline of the result. */
export type Room = {
  earliest: number;
  start: number;
  /** The original line ends here. */
  slotEnd: number;
  /**
   * The next line begins late if this one ends after `until`: by at most `LATE` until `late`, and by more until
   * `latest`.
   */
  until: number;
  late: number;
  latest: number;
  /** The film ends here. */
  end: number;
};

export function roomFor(
  lines: readonly LineToFit[],
  i: number,
  { free, delay, duration, chorus }: { free: number; delay: number; duration: number; chorus: Chorus | null },
): Room {
  const line = lines[i] as LineToFit;
  const next = lines[i + 1];
  const end = duration + delay;
  const start = Math.min(Math.max(line.start + delay, free), end);
  const within = (time: number) => Math.min(time, end);
  const until = within(next ? Math.max(next.start, shareOf(line, start - delay, chorus)) + delay - GAP : end);
  const least = within(start + MIN_SECONDS);
  return {
    earliest: Math.min(Math.max(free, start - EARLY), start),
    start,
    slotEnd: Math.min(start + line.end - line.start, Math.max(until, least)),
    until: Math.max(until, least),
    late: Math.max(within(until + LATE), least),
    latest: Math.max(within(until + LATEST), least),
    end,
  };
}

/** Lines that are said at once, as far as they come after this one: how long they take, and when they must be over. */
type Chorus = { spoken: number; until: number };

export function chorusesOf(lines: readonly LineToFit[], duration: number): (Chorus | null)[] {
  const ends: number[] = [];
  for (const line of lines) ends.push(Math.max(ends.at(-1) ?? 0, line.end));
  const choruses: (Chorus | null)[] = [];
  let after: Chorus = { spoken: 0, until: duration };
  for (let i = lines.length - 1; i >= 0; i -= 1) {
    const line = lines[i] as LineToFit;
    const next = lines[i + 1];
    const isAtOnce = next !== undefined && next.start < (ends[i] as number) - OVERLAP;
    if (!isAtOnce) after = { spoken: 0, until: next?.start ?? duration };
    after = { spoken: after.spoken + line.spoken, until: after.until };
    choruses[i] = isAtOnce ? after : null;
  }
  return choruses;
}

/** People who speak at once cannot all keep their time: they share it, one after the other. */
function shareOf(line: LineToFit, start: number, chorus: Chorus | null): number {
  if (!chorus) return 0;
  const share = start + ((chorus.until - start) * line.spoken) / chorus.spoken;
  return Math.min(share, start + Math.max(line.end - line.start, line.spoken / MOST_RATE));
}
