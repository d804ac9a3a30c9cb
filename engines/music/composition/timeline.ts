export type Point = { beat: number; second: number };

/** Where beats fall in time: straight lines between at least two points. */
export type Timeline = readonly Point[];

/** A section in time, and the lengths of its bars in beats. */
export type Span = { seconds: number; beats: number; bars: readonly number[] };

export function secondAt(timeline: Timeline, beat: number): number {
  const [a, b] = lineAround(timeline, (point) => point.beat <= beat);
  return a.second + ((beat - a.beat) * (b.second - a.second)) / (b.beat - a.beat);
}

export function beatAt(timeline: Timeline, second: number): number {
  const [a, b] = lineAround(timeline, (point) => point.second <= second);
  return a.beat + ((second - a.second) * (b.beat - a.beat)) / (b.second - a.second);
}

/** Returns the tempo of the line that begins at this point. */
export function bpmFrom(timeline: Timeline, index: number): number {
  const [a, b] = lineFrom(timeline, index);
  return (60 * (b.beat - a.beat)) / (b.second - a.second);
}

function lineAround(timeline: Timeline, isBefore: (point: Point) => boolean): [Point, Point] {
  return lineFrom(timeline, timeline.findLastIndex(isBefore));
}

/** The last line goes on beyond the last point. */
function lineFrom(timeline: Timeline, index: number): [Point, Point] {
  const at = Math.max(0, Math.min(timeline.length - 2, index));
  const a = timeline[at];
  const b = timeline[at + 1];
  if (!a || !b) throw new RangeError('a timeline has at least two points');
  return [a, b];
}
