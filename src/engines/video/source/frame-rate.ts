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
/** Lips move too fast to be seen with fewer. */
const LEAST = 20;
const MOST = 60;
/** What ffmpeg says has two digits behind the point. */
const SAME = 0.006;

/** The rate of the video for a source of so many frames a second: its own where that is usable. */
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

/** Sound of a whole number of frames must not gain one by a rounding error. */
const ROUNDING_FRAMES = 1e-6;
/** Encoders fill up their last packet, so a file of exactly the limit plays a little longer. */
const PADDING_SECONDS = 0.1;

/** Frames that a sound lasts; silence fills the last one. */
export function framesFor(seconds: number, rate: FrameRate): number {
  return Math.max(1, Math.ceil(seconds * framesPerSecond(rate) - ROUNDING_FRAMES));
}

/** The most frames that fit into so many seconds. Padding beyond them is cut, more is refused. */
export function limitFrames(frames: number, rate: FrameRate, maxSeconds: number): number {
  const most = Math.floor(maxSeconds * framesPerSecond(rate) + ROUNDING_FRAMES);
  if (frames > most + 2 + PADDING_SECONDS * framesPerSecond(rate)) throw new VideoTooLong(maxSeconds);
  return Math.min(frames, most);
}
