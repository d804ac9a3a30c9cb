export type Size = { width: number; height: number };

/** A strip much longer than it is high would cost more than its plan's row; wider than cinema is none. */
const LONGEST_SIDE = 2.4;
const LEAST_SIDE = 16;

/** The size of the video for a picture: its shorter side at most `height`, never larger than it is, both sides even. */
export function fitPicture({ width, height }: Size, wanted: number): Size {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const scale = Math.min(1, wanted / short, (wanted * LONGEST_SIDE) / long);
  const even = (side: number): number => Math.max(LEAST_SIDE, Math.floor((side * scale + 0.001) / 2) * 2);
  return { width: even(width), height: even(height) };
}
