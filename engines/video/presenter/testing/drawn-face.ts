import type { FaceCrop } from '../manifest.ts';

type Colour = readonly [red: number, green: number, blue: number];

export const CANVAS = { width: 320, height: 270 };
export const MOUTH_LINE = { x: 160, y: 146, halfWidth: 20 };
const SKIN: Colour = [205, 165, 145];
const LIPS: Colour = [180, 80, 80];
const INSIDE: Colour = [30, 8, 8];
const SHIRT: Colour = [40, 60, 120];
const WHITE: Colour = [235, 235, 235];
/** The tiles are in so many columns. */
export const COLUMNS = 4;
const LIP_PIXELS = 5;

/** How far apart the lips are in their middle, in pixels of the canvas. */
export const OPENINGS: Record<string, number> = {
  sil: 0,
  PP: 0,
  FF: 2,
  TH: 6,
  DD: 5,
  kk: 7,
  CH: 6,
  SS: 4,
  nn: 5,
  RR: 5,
  aa: 24,
  E: 14,
  ih: 9,
  oh: 16,
  ou: 7,
};
export const EYES = ['open', 'half', 'shut'];

export function cropOf(x: number, y: number, width: number, height: number, poses: string[]): FaceCrop {
  const tiles = poses.map((_, i) => ({ x: (i % COLUMNS) * width, y: Math.floor(i / COLUMNS) * height }));
  return { x, y, width, height, poses, tiles };
}

/** How far apart the lips are at `x` when they are `opening` apart in the middle; the lower lip does most of it. */
export function gapAt(x: number, opening: number): { up: number; down: number } {
  const across = (x - MOUTH_LINE.x) / MOUTH_LINE.halfWidth;
  const gap = Math.abs(across) < 1 ? opening * (1 - across * across) : 0;
  return { up: 0.2 * gap, down: 0.8 * gap };
}

export function mouthColour(x: number, y: number, opening: number): Colour {
  const { up, down } = gapAt(x, opening);
  const below = y - MOUTH_LINE.y;
  if (below > -up && below < down) return INSIDE;
  const fromLips = below <= -up ? -up - below : below - down;
  return Math.abs(x - MOUTH_LINE.x) < MOUTH_LINE.halfWidth && fromLips < LIP_PIXELS ? LIPS : SKIN;
}

export function eyeColour(x: number, y: number, pose: string): Colour {
  const from = Math.min(Math.abs(x - 138), Math.abs(x - 182));
  const height = pose === 'open' ? 8 : pose === 'half' ? 4 : 0;
  if (from > 12 || Math.abs(y - 84) > height) return SKIN;
  return from < 5 ? INSIDE : WHITE;
}

/** Returns null where there is nothing. */
export function personColour(x: number, y: number): Colour | null {
  const inHead = ((x - 160) / 58) ** 2 + ((y - 110) / 76) ** 2 < 1;
  if (!inHead && Math.abs(x - 160) < 22 && y > 150 && y < 220) return SKIN;
  if (!inHead) return y > 205 && Math.abs(x - 160) < 100 + (y - 205) / 3 ? SHIRT : null;
  return y > 104 ? mouthColour(x, y, 0) : eyeColour(x, y, 'open');
}

/** 1 on the head, 0 on the shoulders. */
export function movesWithHead(y: number): number {
  return Math.min(1, Math.max(0, (215 - y) / 30));
}
