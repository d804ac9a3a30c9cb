import type { FrameRate } from '../encode/index.ts';
import { VideoTooLong } from '../errors.ts';

const NTSC_SECONDS = 1_001;
const USUAL: readonly FrameRate[] = [
  { frames: 24_000, seconds: NTSC_SECONDS },
  { frames: 24, seconds: 1 },
  { frames: 25, seconds: 1 },
  { frames: 30_000, seconds: NTSC_SECONDS },
  { frames: 30, seconds: 1 },
  { frames: 48, seconds: 1 },
  { frames: 50, seconds: 1 },
  { frames: 60_000, seconds: NTSC_SECONDS },
  { frames: 60, seconds: 1 },
];
const DEFAULT: FrameRate = { frames: 25, seconds: 1 };
/** Fewer frames per second cannot show lip movement. */
const LEAST = 20;
const MOST = 60;
/** ffmpeg prints rates with two decimals. */
const SAME = 0.006;

/** Frame rate of the video: that of the source where it is usable. */
export function frameRateFor(perSecond: number): FrameRate {
  if (!Number.isFinite(perSecond) || perSecond < LEAST) return DEFAULT;
  if (perSecond > MOST + SAME) return { frames: MOST, seconds: 1 };
  const distance = (rate: FrameRate): number => Math.abs(framesPerSecond(rate) - perSecond);
  const nearest = USUAL.toSorted((a, b) => distance(a) - distance(b))[0] ?? DEFAULT;
  return distance(nearest) < SAME ? nearest : { frames: Math.round(perSecond * 100), seconds: 100 };
}

export function framesPerSecond({ frames, seconds }: FrameRate): number {
  return frames / seconds;
}

/** A sound of a whole number of frames must not gain one through rounding. */
const ROUNDING_FRAMES = 1e-6;
/** Encoders pad their last packet, so a file of exactly the limit plays slightly longer. */
const PADDING_SECONDS = 0.1;

/** Number of frames that cover a sound. Silence fills the last one. */
export function framesFor(seconds: number, rate: FrameRate): number {
  return Math.max(1, Math.ceil(seconds * framesPerSecond(rate) - ROUNDING_FRAMES));
}

/** Limits a video to `maxSeconds`. Padding beyond the limit is cut; a longer video is refused. */
export function limitFrames(frames: number, rate: FrameRate, maxSeconds: number): number {
  const most = Math.floor(maxSeconds * framesPerSecond(rate) + ROUNDING_FRAMES);
  if (frames > most + 2 + PADDING_SECONDS * framesPerSecond(rate)) throw new VideoTooLong(maxSeconds);
  return Math.min(frames, most);
}
