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
    const place = { ...reshaping, plan };
    drawLuma(source, target, { field, bounds, place });
    drawChroma(source, target, { field, bounds, place });
  };
}

type Drawing = { field: WarpedPoints; bounds: Bounds; place: InnerPlace & { strength: number } };

function drawLuma({ width, luma }: Frame, target: Frame, { field, bounds, place }: Drawing): void {
  const { left, top, right, bottom } = bounds;
  for (let y = top, i = 0; y < bottom; y += 1) {
    const first = y * width + left;
    field.drawLuma(i, right - left, target.luma.subarray(first, first + right - left));
    for (let at = first; at < first + right - left; at += 1, i += 1) {
      const inside = value(field.inside, i);
      if (inside === 0) continue;
      const ours = innerColour(place, value(field.column, i), value(field.v, i)).luma;
      const light = value(target.luma, at);
      target.luma[at] = light + (blend(value(luma, at), ours, place.strength) - light) * inside + 0.5;
    }
  }
}

/** Chroma has half the resolution: each pixel is sampled at the mean source position of its four luma pixels. */
function drawChroma(source: Frame, target: Frame, { field, bounds, place }: Drawing): void {
  const { left, top, right, bottom } = bounds;
  const across = right - left;
  for (let y = top; y < bottom; y += 2) {
    const first = (y / 2) * (source.width / 2) + left / 2;
    const rows = [target.blue, target.red].map((plane) => plane.subarray(first, first + across / 2));
    const [blue, red] = rows as [Uint8Array, Uint8Array];
    let i = (y - top) * across;
    field.drawColours(i, across, { row: y / 2, column: left / 2 }, blue, red);
    for (let x = 0; x < across / 2; x += 1, i += 2) {
      const inside = mean(field.inside, i, across);
      if (inside === 0) continue;
      const ours = innerColour(place, value(field.column, i), value(field.v, i));
      const mixed = (own: Uint8Array, drawn: number, colour: number): number =>
        drawn + (blend(value(own, first + x), colour, place.strength) - drawn) * inside + 0.5;
      blue[x] = mixed(source.blue, value(blue, x), ours.blue);
      red[x] = mixed(source.red, value(red, x), ours.red);
    }
  }
}

const value = (plane: Float32Array | Uint8Array, at: number): number => plane[at] as number;

/** The inside of the mouth fades together with its shape. */
const blend = (own: number, ours: number, share: number): number => own + (ours - own) * share;

function mean(plane: Float32Array, i: number, row: number): number {
  return (value(plane, i) + value(plane, i + 1) + value(plane, i + row) + value(plane, i + row + 1)) / 4;
}
