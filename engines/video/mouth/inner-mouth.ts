import { BLACK_LUMA, type Colour, mix, shaded } from './colour.ts';
import { smooth } from './ease.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { type MouthShape, roundingOf } from './mouth-shape.ts';
import type { Columns } from './plan-columns.ts';
import { drawnTeeth, TEETH, type Teeth } from './teeth.ts';

/** The parts that are visible when the lips part. */
export type InnerMouth = { cavity: Colour; tongue: Colour; teeth: Teeth };

type Seen = { skin: Colour; lip: Colour; teeth: Teeth | null };

export function innerMouthOf({ skin, lip, teeth }: Seen): InnerMouth {
  const cavity = { ...shaded(mix(skin, lip, 0.6), 0.13), red: 128 + (lip.red - 128) * 0.55 };
  return { cavity, tongue: shaded(lip, 0.55), teeth: teeth ?? drawnTeeth(skin) };
}

export type InnerPlace = { geometry: MouthGeometry; plan: Columns; shape: MouthShape; inner: InnerMouth };

/** Colour between the lips at a column and a height. */
export function innerColour({ geometry, plan, shape, inner }: InnerPlace, column: number, v: number): Colour {
  const { corners, first, unit } = geometry;
  const u = first + column;
  const n = u < 0 ? -u / corners.innerLeft : u / corners.innerRight;
  const upper = plan.upperInner[column] ?? 0;
  const lower = plan.lowerInner[column] ?? 0;
  const gap = (lower - upper) / unit;
  const below = (v - upper) / unit;
  const share = (v - upper) / Math.max(1, lower - upper);
  const centre = Math.max(0, 1 - n * n);
  const lying = smooth((share - 0.45) / 0.4) * centre * smooth(gap / 0.09) * 0.75;
  const w = (v - (plan.meeting[column] ?? 0)) / unit;
  const raised = shape.tongue * smooth((0.62 - Math.abs(n)) / 0.3) * smooth((w - 0.004) / 0.02);
  const behind = mix(inner.cavity, inner.tongue, Math.max(lying, raised * 0.85));
  const { colour, cover } = toothAt(inner.teeth, n, w);
  // Lips cast a shadow on what is behind them, most of all in the corners.
  const light = (0.5 + 0.5 * smooth(below / 0.03)) * (0.55 + 0.45 * smooth(centre * 1.4));
  const shown = smooth(gap / 0.03) * (1 - 0.5 * shape.tongue * smooth((w - 0.01) / 0.02));
  // Pursed lips protrude and shade the teeth.
  const depth = 1 - 0.25 * roundingOf(shape);
  return mix(behind, shaded(colour, light * depth * (0.65 + 0.35 * smooth(gap / 0.07))), cover * shown);
}

function toothAt(teeth: Teeth, n: number, w: number): { colour: Colour; cover: number } {
  const column = ((n + 1) / 2) * TEETH.across - 0.5;
  const row = ((w - TEETH.above) / (TEETH.below - TEETH.above)) * TEETH.down - 0.5;
  if (column < 0 || row < 0 || column > TEETH.across - 1.001 || row > TEETH.down - 1.001)
    return { colour: { luma: BLACK_LUMA, blue: 128, red: 128 }, cover: 0 };
  const at = Math.floor(row) * TEETH.across + Math.floor(column);
  const right = column % 1;
  const down = row % 1;
  const read = (plane: Float32Array): number => {
    const upper = value(plane, at) * (1 - right) + value(plane, at + 1) * right;
    const lower = value(plane, at + TEETH.across) * (1 - right) + value(plane, at + TEETH.across + 1) * right;
    return upper * (1 - down) + lower * down;
  };
  const colour = { luma: read(teeth.luma), blue: read(teeth.blue), red: read(teeth.red) };
  return { colour, cover: read(teeth.cover) };
}

const value = (plane: Float32Array, at: number): number => plane[at] as number;
