export type Size = { width: number; height: number };

/** Highest aspect ratio, that of wide cinema. A longer strip would cost more to render than its resolution suggests. */
const LONGEST_SIDE = 2.4;
const LEAST_SIDE = 16;

/** Size of the video for a picture: the shorter side is at most `wanted`, nothing is enlarged, both sides are even. */
export function fitPicture({ width, height }: Size, wanted: number): Size {
  const short = Math.min(width, height);
  const long = Math.max(width, height);
  const scale = Math.min(1, wanted / short, (wanted * LONGEST_SIDE) / long);
  const even = (side: number): number => Math.max(LEAST_SIDE, Math.floor((side * scale + 0.001) / 2) * 2);
  return { width: even(width), height: even(height) };
}

/** The same for a picture that ffmpeg has yet to decode, as expressions of its scaler. */
export function fittingSize(wanted: number): { width: string; height: string } {
  const shrunk = `min(1,min(${wanted}/min(iw,ih),${wanted * LONGEST_SIDE}/max(iw,ih)))`;
  const even = (side: string): string => `max(${LEAST_SIDE},2*floor((${side}*${shrunk}+0.001)/2))`;
  return { width: even('iw'), height: even('ih') };
}
