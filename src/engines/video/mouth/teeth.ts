import type { Frame } from '../source/frame.ts';
import { type Colour, colourAt, shaded } from './colour.ts';
import type { MouthGeometry } from './mouth-geometry.ts';
import { smooth } from './plan-columns.ts';

/**
 * The upper teeth as a small picture. Across from corner to corner of the opening (−1 to 1), down from above the line
 * where the lips meet to below it, in units of the face: teeth are part of the skull and do not go with the lips.
 */
export type Teeth = {
  luma: Float32Array;
  blue: Float32Array;
  red: Float32Array;
  /** 0 where there is no tooth. */
  cover: Float32Array;
  /** Whether they are the person's own. */
  own: boolean;
};

export const TEETH = { across: 96, down: 32, above: -0.08, below: 0.1 };

export const acrossOf = (column: number): number => (2 * (column + 0.5)) / TEETH.across - 1;
export const downOf = (row: number): number =>
  TEETH.above + ((row + 0.5) / TEETH.down) * (TEETH.below - TEETH.above);

/** Where one tooth ends and the next begins, from the middle outwards, in units of the face. */
const GAPS = [0, 0.088, 0.152, 0.208, 0.25, 0.285];
const HALF_MOUTH = 0.29;

/** A plausible row for a person whose teeth are never seen. */
export function drawnTeeth(skin: Colour): Teeth {
  const enamel: Colour = {
    luma: Math.min(180, 50 + 0.62 * skin.luma),
    blue: 128 + (skin.blue - 128) * 0.65,
    red: 128 + (skin.red - 128) * 0.4,
  };
  return fill(false, (n, w) => {
    const aside = Math.abs(n) * HALF_MOUTH;
    const gap = Math.min(...GAPS.map((place) => Math.abs(place - aside)));
    const crack = Math.exp(-((gap / 0.006) ** 2));
    const edge = 0.026 - 0.018 * n * n - 0.006 * Math.exp(-((gap / 0.012) ** 2));
    const light = (1 - 0.2 * crack) * (1 - 0.5 * n * n) * (1 - 0.9 * Math.max(0, -w));
    const cover = smooth((edge - w) / 0.012 + 0.5) * smooth((0.93 - Math.abs(n)) / 0.25);
    return { ...shaded(enamel, light), cover };
  });
}

/** The person's own, from a picture that shows them; null when it shows none. */
export function seenTeeth(frame: Frame, geometry: MouthGeometry, skin: Colour): Teeth | null {
  const { contours, corners, first, unit, x, y, cos, sin } = geometry;
  const margin = 0.012 * unit;
  const teeth = fill(true, (n, w) => {
    const u = n < 0 ? -n * corners.innerLeft : n * corners.innerRight;
    const column = Math.max(0, Math.min(geometry.columns - 1, Math.round(u) - first));
    const [upper, lower] = [contours.upperLipInner[column] ?? 0, contours.lowerLipInner[column] ?? 0];
    const v = upper + 0.42 * Math.max(0, lower - upper) + w * unit;
    const within = smooth((v - upper) / margin) * smooth((lower - v) / margin);
    const colour = colourAt(frame, x + u * cos - v * sin, y + u * sin + v * cos);
    return { ...colour, cover: within * likeness(colour, skin) };
  });
  const seen = teeth.cover.reduce((sum, cover) => sum + (cover > 0.5 ? 1 : 0), 0);
  if (seen < LEAST_SEEN * teeth.cover.length) return null;
  growUpwards(teeth);
  return teeth;
}

const LEAST_SEEN = 0.1;

/** Teeth are lighter than most skin and have less colour. */
function likeness({ luma, red }: Colour, skin: Colour): number {
  return smooth((luma - 0.72 * skin.luma) / 24 + 0.5) * smooth((0.75 * (skin.red - 128) + 128 - red) / 6 + 1);
}

/** What the upper lip hid is like what it did not. */
function growUpwards({ luma, blue, red, cover }: Teeth): void {
  for (let column = 0; column < TEETH.across; column += 1) {
    let from = -1;
    for (let row = TEETH.down - 1; row >= 0; row -= 1) {
      const at = row * TEETH.across + column;
      if ((cover[at] ?? 0) > 0.6) from = at;
      else if (from >= 0) {
        for (const plane of [luma, blue, red]) plane[at] = plane[from] ?? 0;
        cover[at] = cover[from] ?? 0;
      }
    }
  }
}

function fill(own: boolean, at: (n: number, w: number) => Colour & { cover: number }): Teeth {
  const plane = (): Float32Array => new Float32Array(TEETH.across * TEETH.down);
  const teeth: Teeth = { luma: plane(), blue: plane(), red: plane(), cover: plane(), own };
  for (let row = 0, i = 0; row < TEETH.down; row += 1)
    for (let column = 0; column < TEETH.across; column += 1, i += 1) {
      const { luma, blue, red, cover } = at(acrossOf(column), downOf(row));
      [teeth.luma[i], teeth.blue[i], teeth.red[i], teeth.cover[i]] = [luma, blue, red, cover];
    }
  return teeth;
}
