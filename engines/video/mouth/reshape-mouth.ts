import type { Bounds, WarpedPoints } from '../simd/warped-points.ts';
import type { Frame } from '../source/frame.ts';
import { type InnerMouth, type InnerPlace, innerColour } from './inner-mouth.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import type { MouthShape } from './mouth-shape.ts';
import { planColumns } from './plan-columns.ts';
import { boundsOf, warpField } from './warp-field.ts';

type Reshaping = {
  geometry: MouthGeometry;
  shape: MouthShape;
  inner: InnerMouth;
  /** 1 reshapes fully, 0 leaves the picture unchanged. */
  strength: number;
};

export type ReshapeMouth = (source: Frame, target: Frame, reshaping: Reshaping) => void;

/**
 * Draws `source` with another mouth into `target`, which must hold the same picture. Writes only moved pixels; all others
 * stay those of the source, bit for bit.
 */
export function createReshaper(): ReshapeMouth {
  let field: WarpedPoints | null = null;
  return (source, target, reshaping) => {
    if (reshaping.strength <= 0) return;
    const plan = planColumns(reshaping.geometry, reshaping.shape, reshaping.strength);
    const bounds = boundsOf(reshaping.geometry, plan, source);
    field = warpField(reshaping, plan, bounds, source, field);
    field.source.set(source.bytes);
    field.draw(bounds);
    const place = { ...reshaping, plan };
    drawLuma(source, target, { field, bounds, place });
    drawChroma(source, target, { field, bounds, place });
  };
}

type Drawing = { field: WarpedPoints; bounds: Bounds; place: InnerPlace & { strength: number } };

function drawLuma({ width, luma }: Frame, target: Frame, { field, bounds, place }: Drawing): void {
  const { left, top, right, bottom } = bounds;
  const across = right - left;
  for (let y = top, i = 0; y < bottom; y += 1) {
    const first = y * width + left;
    for (let at = first; at < first + across; at += 1, i += 1) {
      const inside = value(field.inside, i);
      if (inside === 0) continue;
      const ours = innerColour(place, value(field.column, i), value(field.v, i)).luma;
      const light = value(field.luma, i);
      field.luma[i] = light + (blend(value(luma, at), ours, place.strength) - light) * inside + 0.5;
    }
    target.luma.set(field.luma.subarray(i - across, i), first);
  }
}

/** Chroma has half the resolution: each pixel comes from the mean source position of its four luma pixels. */
function drawChroma(source: Frame, target: Frame, { field, bounds, place }: Drawing): void {
  const { left, top, right, bottom } = bounds;
  const across = (right - left) / 2;
  for (let y = top / 2, at = 0; y < bottom / 2; y += 1) {
    const first = (y * source.width + left) / 2;
    for (let x = 0; x < across; x += 1, at += 1) {
      const i = 2 * ((2 * y - top) * across + x);
      const inside = mean(field.inside, i, 2 * across);
      if (inside === 0) continue;
      const ours = innerColour(place, value(field.column, i), value(field.v, i));
      const mixed = (own: Uint8Array, drawn: number, colour: number): number =>
        drawn + (blend(value(own, first + x), colour, place.strength) - drawn) * inside + 0.5;
      field.blue[at] = mixed(source.blue, value(field.blue, at), ours.blue);
      field.red[at] = mixed(source.red, value(field.red, at), ours.red);
    }
    target.blue.set(field.blue.subarray(at - across, at), first);
    target.red.set(field.red.subarray(at - across, at), first);
  }
}

const value = (plane: Float32Array | Uint8Array, at: number): number => plane[at] as number;

/** The inside of the mouth fades together with its shape. */
const blend = (own: number, ours: number, share: number): number => own + (ours - own) * share;

function mean(plane: Float32Array, i: number, row: number): number {
  return (value(plane, i) + value(plane, i + 1) + value(plane, i + row) + value(plane, i + row + 1)) / 4;
}
