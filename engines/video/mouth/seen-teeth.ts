import type { Frame } from '../source/frame.ts';
import { type Colour, colourAt } from './colour.ts';
import { smooth } from './ease.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { UPPER_SHARE } from './plan-columns.ts';
import { acrossOf, downOf, fillTeeth, TEETH, type Teeth } from './teeth.ts';

/** The rows of the upper teeth in one column. */
type Run = { column: number; from: number; to: number };

const LEAST_COLUMNS = 0.4;
const LEAST_ROWS = 6;
/** Rows at the ends of a run that are blended with their surroundings. */
const MIXED_ROWS = 2;
/** A run that starts further below the upper lip is not the upper teeth. */
const MOST_BELOW_LIP = 0.055;
const EDGE_SOFTNESS = 0.014;

/** Extracts the person's own teeth; null where the picture shows none. */
export function seenTeeth(frame: Frame, geometry: MouthGeometry, skin: Colour): Teeth | null {
  const raw = fillTeeth(true, (n, w) => inOpening(frame, geometry, skin, n, w));
  const runs = upperRuns(raw, (n) => lipAt(geometry, n) + MOST_BELOW_LIP);
  if (runs.length < LEAST_COLUMNS * TEETH.across) return null;
  const edge = parabola(runs.map(({ column, to }) => [acrossOf(column), downOf(to + 0.5)]));
  const reach = Math.max(...runs.map(({ column }) => Math.abs(acrossOf(column))));
  return fillTeeth(true, (n, w) => {
    const column = Math.round(((n + 1) / 2) * TEETH.across - 0.5);
    const row = Math.round(((w - TEETH.above) / (TEETH.below - TEETH.above)) * TEETH.down - 0.5);
    const run = nearest(runs, column);
    const inner = Math.max(run.from + MIXED_ROWS, Math.min(run.to - MIXED_ROWS, row));
    const at = inner * TEETH.across + run.column;
    const cover = smooth((edge(n) - w) / EDGE_SOFTNESS + 0.5) * smooth((reach + 0.08 - Math.abs(n)) / 0.16);
    return { luma: raw.luma[at] ?? 0, blue: raw.blue[at] ?? 0, red: raw.red[at] ?? 0, cover };
  });
}

function openingAt({ contours, corners, first, columns }: MouthGeometry, n: number) {
  const u = n < 0 ? -n * corners.innerLeft : n * corners.innerRight;
  const column = Math.max(0, Math.min(columns - 1, Math.round(u) - first));
  const upper = contours.upperLipInner[column] ?? 0;
  const lower = contours.lowerLipInner[column] ?? 0;
  return { u, upper, lower, meeting: upper + UPPER_SHARE * Math.max(0, lower - upper) };
}

/** Height of the upper lip, in units of the face from the line where the lips meet. */
function lipAt(geometry: MouthGeometry, n: number): number {
  const { upper, meeting } = openingAt(geometry, n);
  return (upper - meeting) / geometry.unit;
}

function inOpening(frame: Frame, geometry: MouthGeometry, skin: Colour, n: number, w: number) {
  const { unit, x, y, cos, sin } = geometry;
  const { u, upper, lower, meeting } = openingAt(geometry, n);
  const v = meeting + w * unit;
  const margin = 0.012 * unit;
  const within = smooth((v - upper) / margin) * smooth((lower - v) / margin);
  const colour = colourAt(frame, x + u * cos - v * sin, y + u * sin + v * cos);
  return { ...colour, cover: within * likeness(colour, skin) };
}

/** Teeth are lighter than most skin and less saturated. */
function likeness({ luma, red }: Colour, skin: Colour): number {
  return smooth((luma - 0.72 * skin.luma) / 24 + 0.5) * smooth((0.75 * (skin.red - 128) + 128 - red) / 6 + 1);
}

/** The topmost run of teeth in each column. Runs below a gap are the lower teeth. */
function upperRuns({ cover }: Teeth, lowest: (n: number) => number): Run[] {
  const runs: Run[] = [];
  const isTooth = (row: number, column: number): boolean => (cover[row * TEETH.across + column] ?? 0) > 0.5;
  for (let column = 0; column < TEETH.across; column += 1) {
    let from = 0;
    while (from < TEETH.down && !isTooth(from, column)) from += 1;
    let to = from;
    while (to + 1 < TEETH.down && isTooth(to + 1, column)) to += 1;
    const isUpper = from < TEETH.down && downOf(from) < lowest(acrossOf(column));
    if (isUpper && to - from + 1 >= LEAST_ROWS) runs.push({ column, from, to });
  }
  return runs;
}

function nearest(runs: readonly Run[], column: number): Run {
  const distance = (run: Run): number => Math.abs(run.column - column);
  return runs.reduce((best, run) => (distance(run) < distance(best) ? run : best));
}

/** Fits the lower edge of the teeth, a + b·n², so that no single column stands out. */
function parabola(points: readonly (readonly [n: number, w: number])[]): (n: number) => number {
  const count = points.length;
  const sum = (of: (n: number, w: number) => number): number =>
    points.reduce((all, [n, w]) => all + of(n, w), 0);
  const s2 = sum((n) => n * n);
  const s4 = sum((n) => n ** 4);
  const w0 = sum((_, w) => w);
  const w2 = sum((n, w) => w * n * n);
  const determinant = count * s4 - s2 * s2;
  const b = determinant > 0 ? (count * w2 - s2 * w0) / determinant : 0;
  const a = (w0 - b * s2) / count;
  return (n) => a + b * n * n;
}
