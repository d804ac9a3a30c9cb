import { type Colour, shaded } from './colour.ts';
import { smooth } from './ease.ts';

/**
 * The upper teeth as a small picture. Columns span the opening from corner to corner (−1 to 1). Rows are heights below
 * the line where the lips meet, in units of the face. Teeth are fixed to the skull and do not move with the lips.
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

/** Boundaries between teeth, from the middle outwards, in units of the face. */
const GAPS = [0, 0.088, 0.152, 0.208, 0.25, 0.285];
const HALF_MOUTH = 0.29;

/** Plausible teeth for a person whose own are never visible. */
export function drawnTeeth(skin: Colour): Teeth {
  const enamel: Colour = {
    luma: Math.min(180, 50 + 0.62 * skin.luma),
    blue: 128 + (skin.blue - 128) * 0.65,
    red: 128 + (skin.red - 128) * 0.4,
  };
  return fillTeeth(false, (n, w) => {
    const aside = Math.abs(n) * HALF_MOUTH;
    const gap = Math.min(...GAPS.map((place) => Math.abs(place - aside)));
    const crack = Math.exp(-((gap / 0.006) ** 2));
    const edge = 0.026 - 0.018 * n * n - 0.006 * Math.exp(-((gap / 0.012) ** 2));
    const light = (1 - 0.2 * crack) * (1 - 0.5 * n * n) * (1 - 0.9 * Math.max(0, -w));
    const cover = smooth((edge - w) / 0.012 + 0.5) * smooth((0.93 - Math.abs(n)) / 0.25);
    return { ...shaded(enamel, light), cover };
  });
}

export function fillTeeth(own: boolean, at: (n: number, w: number) => Colour & { cover: number }): Teeth {
  const plane = (): Float32Array => new Float32Array(TEETH.across * TEETH.down);
  const teeth: Teeth = { luma: plane(), blue: plane(), red: plane(), cover: plane(), own };
  for (let row = 0, i = 0; row < TEETH.down; row += 1)
    for (let column = 0; column < TEETH.across; column += 1, i += 1) {
      const { luma, blue, red, cover } = at(acrossOf(column), downOf(row));
      [teeth.luma[i], teeth.blue[i], teeth.red[i], teeth.cover[i]] = [luma, blue, red, cover];
    }
  return teeth;
}
