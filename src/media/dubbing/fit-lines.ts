/** A translated line beside the time of the original, in seconds. */
export type LineToFit = {
  /** Of the original. Lines are in the order of their starts. */
  start: number;
  end: number;
  /** How long the translation takes to say at the usual rate. */
  spoken: number;
};

/** `rushed` is faster than anybody should speak: the line needs a shorter wording. */
export const FITS = ['as_spoken', 'faster', 'borrowed', 'stretched', 'rushed'] as const;
export type Fit = (typeof FITS)[number];

export type FittedLine = {
  /** On the timeline of the result. */
  start: number;
  end: number;
  /** Times the usual rate of the voice. */
  rate: number;
  fit: Fit;
};

/** From this time of the original to this time of the result, linear until the next. */
export type TimeMark = { original: number; result: number };

export type Fitted = { lines: FittedLine[]; marks: TimeMark[] };

/** Faster speech is noticed. */
const MOST_RATE = 1.25;
/** A listener needs a moment to hear that another line begins. */
const GAP = 0.08;
/** A line may begin so much earlier than the original. More would show on the lips. */
const EARLY = 0.12;

/**
 * Gives every line its place, by the mildest means that suffices: as it is spoken, faster, into the pauses around it, and
 * then either with the picture stretched or faster still. No line overlaps the next, whoever speaks it.
 */
export function fitLines(
  lines: readonly LineToFit[],
  { duration, stretchPicture }: { duration: number; stretchPicture: boolean },
): Fitted {
  const fitted: FittedLine[] = [];
  const marks: TimeMark[] = [{ original: 0, result: 0 }];
  /** How much later the result is than the original, for the pictures that were stretched so far. */
  let delay = 0;
  let free = 0;
  for (const [i, line] of lines.entries()) {
    const slot = line.end - line.start;
    // Two people who speak at once cannot both keep their time; the second waits.
    const start = Math.max(line.start + delay, free);
    const next = lines[i + 1]?.start ?? duration;
    const until = Math.max(next + delay - (i + 1 < lines.length ? GAP : 0), start + MIN_SECONDS);
    const earliest = Math.max(free, start - EARLY);
    const place = placeLine({
      start,
      earliest,
      slotEnd: Math.min(start + slot, until),
      until,
      spoken: line.spoken,
    });
    if (place.fit !== 'rushed' || !stretchPicture) fitted.push(place);
    else {
      const end = start + line.spoken / MOST_RATE;
      fitted.push({ start, end, rate: MOST_RATE, fit: 'stretched' });
      // Only the part under the line is slower; what comes after it plays as before, later.
      marks.push({ original: start - delay, result: start }, { original: until - delay, result: end });
      delay += end - until;
    }
    free = (fitted.at(-1)?.end ?? 0) + GAP;
  }
  marks.push({ original: duration, result: duration + delay });
  return {
    lines: fitted,
    marks: marks.filter((mark, i) => i === 0 || mark.original > (marks[i - 1]?.original ?? 0)),
  };
}

/** The least that a line gets, even between lines that leave it nothing. */
const MIN_SECONDS = 0.2;

function placeLine({
  start,
  earliest,
  slotEnd,
  until,
  spoken,
}: {
  start: number;
  earliest: number;
  slotEnd: number;
  until: number;
  spoken: number;
}): FittedLine {
  // A short line is not slowed down: the pause stays.
  if (start + spoken <= slotEnd) return { start, end: start + spoken, rate: 1, fit: 'as_spoken' };
  if (start + spoken / MOST_RATE <= slotEnd)
    return { start, end: slotEnd, rate: spoken / (slotEnd - start), fit: 'faster' };
  const fastest = spoken / MOST_RATE;
  if (start + fastest <= until) return { start, end: start + fastest, rate: MOST_RATE, fit: 'borrowed' };
  if (earliest + fastest <= until)
    return { start: until - fastest, end: until, rate: MOST_RATE, fit: 'borrowed' };
  return { start: earliest, end: until, rate: spoken / (until - earliest), fit: 'rushed' };
}
