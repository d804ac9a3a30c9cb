import { LEAST_SECONDS, rounded, type Span } from './draft-line.ts';

/** A line whose time is not known is not stretched over a long pause. */
const SLOWEST_CHARACTERS_PER_SECOND = 10;

/**
 * Gives a time to the lines that have none, between their neighbours. Where there is no room, the neighbours move too.
 * `characters` are those of each line. None overlaps another or is shorter than the least, if the film has time for all.
 */
export function completeTimes(
  known: readonly (Span | null)[],
  { characters, seconds }: { characters: readonly number[]; seconds: number },
): Span[] {
  let free = 0;
  const times = known.map((time) => {
    if (!time) return null;
    const start = Math.max(time.start, free);
    const end = Math.min(time.end, seconds);
    if (end - start < LEAST_SECONDS) return null;
    free = end;
    return { start, end };
  });
  for (let i = 0; i < times.length; i += 1) {
    if (times[i]) continue;
    let from = i;
    let to = nextKnown(times, i);
    const room = (): Span => ({ start: times[from - 1]?.end ?? 0, end: times[to]?.start ?? seconds });
    while (room().end - room().start < LEAST_SECONDS * (to - from) && (from > 0 || to < times.length)) {
      from = Math.max(0, from - 1);
      to = nextKnown(times, to + 1);
    }
    const shared = share(room(), characters.slice(from, to));
    for (const [k, time] of shared.entries()) times[from + k] = time;
    i = to - 1;
  }
  return times.map((time) => rounded(time ?? { start: 0, end: seconds }));
}

function nextKnown(times: readonly (Span | null)[], from: number): number {
  let at = Math.min(from, times.length);
  while (at < times.length && !times[at]) at += 1;
  return at;
}

/** The least for each, and the rest by characters. */
function share(room: Span, characters: readonly number[]): Span[] {
  const least = Math.min(LEAST_SECONDS, (room.end - room.start) / characters.length);
  const rest = room.end - room.start - least * characters.length;
  const all = characters.reduce((sum, count) => sum + count, 0);
  let at = room.start;
  return characters.map((count) => {
    const length = least + (all > 0 ? (rest * count) / all : rest / characters.length);
    const spoken = Math.max(least, count / SLOWEST_CHARACTERS_PER_SECOND);
    const time = { start: at, end: at + Math.min(length, spoken) };
    at += length;
    return time;
  });
}
