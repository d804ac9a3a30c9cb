import { fineOf, linearAt } from '../simd/resample.ts';
import type { Frame } from '../source/frame.ts';
import { type InnerMouth, type InnerPlace, innerColour } from './inner-mouth.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import type { MouthShape } from './mouth-shape.ts';
import { planColumns } from './plan-columns.ts';
import { type Bounds, boundsOf, fieldFor, type WarpField, warpField } from './warp-field.ts';

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
  let field: WarpField | null = null;
  return (source, target, reshaping) => {
    if (reshaping.strength <= 0) return;
    const plan = planColumns(reshaping.geometry, reshaping.shape, reshaping.strength);
    const bounds = boundsOf(reshaping.geometry, plan, source);
    field = fieldFor(bounds, source, field);
    warpField(reshaping, plan, bounds, field);
    const place = { ...reshaping, plan };
    drawLuma(source, target, { field, bounds, place });
    drawChroma(source, target, { field, bounds, place });
  };
}

type Drawing = { field: WarpField; bounds: Bounds; place: InnerPlace & { strength: number } };

function drawLuma(source: Frame, target: Frame, { field, bounds, place }: Drawing): void {
  const { width, luma } = source;
  const { left, top, right, bottom } = bounds;
  field.cubic.source.set(luma);
  for (let y = top, i = 0; y < bottom; y += 1) {
    const first = y * width + left;
    field.cubic.draw(i, right - left, target.luma.subarray(first, first + right - left));
    for (let at = first; at < first + right - left; at += 1, i += 1) {
      const inside = value(field.inside, i);
      if (inside === 0) continue;
      const ours = innerColour(place, value(field.column, i), value(field.v, i)).luma;
      const light = value(target.luma, at);
      target.luma[at] = light + (blend(value(luma, at), ours, place.strength) - light) * inside + 0.5;
    }
  }
}

/** Chroma has half the resolution: each pixel samples the mean source position of its four luma pixels. */
function drawChroma(source: Frame, target: Frame, { field, bounds, place }: Drawing): void {
  const width = source.width / 2;
  const height = source.height / 2;
  const { left, top, right, bottom } = bounds;
  const row = right - left;
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2) {
      const i = (y - top) * row + x - left;
      const fromX = mean(field.x, i, row) / 2 - 0.25;
      const fromY = mean(field.y, i, row) / 2 - 0.25;
      const inside = mean(field.inside, i, row);
      if (inside === 0 && fromX === x / 2 && fromY === y / 2) continue;
      const at = (y / 2) * width + x / 2;
      const fineX = fineOf(fromX);
      const fineY = fineOf(fromY);
      let blue = linearAt(source.blue, width, height, fineX, fineY);
      let red = linearAt(source.red, width, height, fineX, fineY);
      if (inside > 0) {
        const ours = innerColour(place, value(field.column, i), value(field.v, i));
        blue += (blend(value(source.blue, at), ours.blue, place.strength) - blue) * inside;
        red += (blend(value(source.red, at), ours.red, place.strength) - red) * inside;
      }
      target.blue[at] = blue + 0.5;
      target.red[at] = red + 0.5;
    }
}

const value = (plane: Float32Array | Uint8Array, at: number): number => plane[at] as number;

/** The inside of the mouth fades together with its shape. */
const blend = (own: number, ours: number, share: number): number => own + (ours - own) * share;

function mean(plane: Float32Array, i: number, row: number): number {
  return (value(plane, i) + value(plane, i + 1) + value(plane, i + row) + value(plane, i + row + 1)) / 4;
}
