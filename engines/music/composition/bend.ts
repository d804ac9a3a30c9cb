import type { Metre } from './metre.ts';
import type { Point, Span, Timeline } from './timeline.ts';

const OFF_THE_GRID = 0.3;
const ON_A_WEAK_PULSE = 0.06;
const ON_A_STRONG_PULSE = 0.03;
/** Nobody hears a difference this small between a hit point and a pulse. */
const NEAR_SECONDS = 0.004;

type Pulse = { beat: number; cost: number };
type Limits = { bpm: number /** Share of the tempo, to either side. */; stretch: number };
type Bent = { points: readonly Point[]; cost: number };

/**
 * Bends the tempo within its limits so that as many hit points as possible fall on a pulse, best on a downbeat.
 * Those that cannot be reached stay off the grid.
 */
export function bendTempo(
  spans: readonly Span[],
  hitPoints: readonly number[],
  metre: Metre,
  limits: Limits,
): { timeline: Timeline; cost: number } {
  const timeline: Point[] = [{ beat: 0, second: 0 }];
  let cost = 0;
  for (const span of spans) {
    const from = timeline.at(-1) as Point;
    const to = { beat: from.beat + span.beats, second: from.second + span.seconds };
    const inside = hitPoints.filter(
      (hit) => hit > from.second + NEAR_SECONDS && hit < to.second - NEAR_SECONDS,
    );
    const bent = bendSpan(from, to, inside, pulsesOf(span, from.beat, metre), limits);
    timeline.push(...bent.points, to);
    cost += bent.cost;
  }
  return { timeline, cost };
}

function pulsesOf({ bars }: Span, start: number, { pulses, strong }: Metre): Pulse[] {
  let beat = start;
  return bars.flatMap((length) => {
    const bar = beat;
    beat += length;
    return pulses
      .filter((pulse) => pulse < length - 1e-6)
      .map((pulse) => ({ beat: bar + pulse, cost: costOf(pulse, strong) }));
  });
}

function costOf(pulse: number, strong: readonly number[]): number {
  if (pulse === 0) return 0;
  return strong.includes(pulse) ? ON_A_STRONG_PULSE : ON_A_WEAK_PULSE;
}

function bendSpan(
  from: Point,
  to: Point,
  hits: readonly number[],
  pulses: readonly Pulse[],
  { bpm, stretch }: Limits,
): Bent {
  const unbent: Bent = { points: [], cost: OFF_THE_GRID * hits.length };
  const farOf = (a: Point, b: Point) => Math.abs((60 * (b.beat - a.beat)) / (b.second - a.second) / bpm - 1);
  const isPlayable = (a: Point, b: Point) => farOf(a, b) <= stretch + 1e-9;
  if (hits.length === 0 || stretch === 0 || !isPlayable(from, to)) return unbent;

  const known = new Map<string, Bent | null>();
  /** The best way on from a point, for the hits from `index`; null if the end cannot be reached in tempo. */
  const best = (index: number, last: Point): Bent | null => {
    const key = `${index} ${last.beat}`;
    const found = known.get(key);
    if (found !== undefined) return found;
    const made = bestOf(index, last);
    known.set(key, made);
    return made;
  };
  const bestOf = (index: number, last: Point): Bent | null => {
    const second = hits[index];
    if (second === undefined) return isPlayable(last, to) ? { points: [], cost: 0 } : null;
    const passed = best(index + 1, last);
    let chosen = passed && { points: passed.points, cost: passed.cost + OFF_THE_GRID };
    const expected = ((second - last.second) * bpm) / 60;
    const reach = expected * stretch + 1e-6;
    for (const { beat, cost } of pulses) {
      if (beat - last.beat < expected - reach) continue;
      if (beat - last.beat > expected + reach) break;
      const point = { beat, second };
      const rest = best(index + 1, point);
      const total = rest && rest.cost + cost + farOf(last, point);
      if (rest && total !== null && (chosen === null || total < chosen.cost))
        chosen = { points: [point, ...rest.points], cost: total };
    }
    return chosen;
  };
  return best(0, from) ?? unbent;
}
