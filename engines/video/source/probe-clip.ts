import { stat } from 'node:fs/promises';
import type { DomainError } from '../../../src/platform/errors.ts';
import { type FfmpegTools, FileRefused, fileInput, startReader } from '../../ffmpeg/index.ts';
import type { FrameRate } from '../encode/index.ts';
import { fitPicture, type Size } from './fit-picture.ts';
import { frameRateFor, framesPerSecond } from './frame-rate.ts';

/** How a clip is read: size and frame rate are those of the video, not of the file. */
export type ClipSource = Size & {
  path: string;
  frameRate: FrameRate;
  /** Pixels decoded per picture of the video. A clip with a higher frame rate decodes more than one frame for it. */
  pixelsPerPicture: number;
  /** The resolution may change within a stream, up to this. */
  maxPixels: number;
  /** Colour matrix. */
  matrix: 'bt709' | 'bt601' | 'other';
};

/** Video containers, without those that can refer to other files, URLs or devices. */
export const CLIP_FORMATS: readonly string[] = [
  ...['matroska', 'webm', 'mov', 'mp4', 'm4a', '3gp', '3g2', 'mj2'],
  ...['asf', 'avi', 'flv', 'mpeg', 'mpegts', 'ogg', 'gif'],
];

/** Bounds the cost of a malicious clip. */
export const READER_LIMITS = { cpuSeconds: 7_200, memoryMib: 3 * 1024 };

/** Decodes the first picture, because headers cannot be trusted. */
export async function probeClip(
  tools: FfmpegTools,
  path: string,
  { height, signal }: { height: number; signal?: AbortSignal | undefined },
): Promise<ClipSource> {
  if ((await stat(path)).size === 0) throw new FileRefused('empty_file');
  const input = fileInput(path, CLIP_FORMATS);
  const output = ['-map', '0:v:0', '-frames:v', '1', '-pix_fmt', 'yuv420p', '-f', 'yuv4mpegpipe', 'pipe:1'];
  const reader = startReader(tools, ['-loglevel', 'info', ...input, ...output], {
    limits: READER_LIMITS,
    signal,
  });
  const header = await headerOf(reader.stdout);
  const { stderr } = await reader.exited;
  const size = displaySize(header);
  if (!size) throw refusalFor(stderr);
  const stream = stderr.split('\n').find((line) => /Stream #0.*Video:/u.test(line)) ?? '';
  const rate = rateOf(stream);
  const frameRate = frameRateFor(rate);
  const pixels = size.width * size.height;
  return {
    path,
    ...fitPicture(size, height),
    frameRate,
    pixelsPerPicture: pixels * Math.max(1, (rate || 0) / framesPerSecond(frameRate)),
    maxPixels: Math.max(pixels, ULTRA_HD_PIXELS),
    matrix: matrixOf(stream, size),
  };
}

async function headerOf(stdout: AsyncIterable<Buffer>): Promise<string> {
  let header = '';
  for await (const chunk of stdout)
    if (!header.includes('\n')) header = (header + chunk.toString('latin1')).slice(0, 200);
  return header.split('\n')[0] ?? '';
}

/** Size after rotation, with square pixels. */
function displaySize(header: string): Size | null {
  const field = (letter: string): string | undefined =>
    header.match(new RegExp(` ${letter}(\\S+)`, 'u'))?.[1];
  const width = Number(field('W'));
  const height = Number(field('H'));
  if (!(width > 0 && height > 0)) return null;
  const [across = 0, down = 0] = (field('A') ?? '1:1').split(':').map(Number);
  const aspect = across > 0 && down > 0 ? across / down : 1;
  return { width: width * aspect, height };
}

/** Average frames per second, else the stream's nominal rate. */
function rateOf(stream: string): number {
  const found = stream.match(/([\d.]+k?) fps/u) ?? stream.match(/([\d.]+k?) tbr/u);
  return Number(found?.[1]?.replace('k', '000') ?? Number.NaN);
}

/** Assumes, as players do, the television standard of that size where the stream names no matrix. */
function matrixOf(stream: string, { width, height }: Size): ClipSource['matrix'] {
  if (/bt709/u.test(stream)) return 'bt709';
  if (/bt470bg|smpte170m/u.test(stream)) return 'bt601';
  if (/bt2020|smpte|fcc|ycgco|gbr|rgb|bgr/u.test(stream)) return 'other';
  return Math.min(width, height) >= HIGH_DEFINITION ? 'bt709' : 'bt601';
}

const HIGH_DEFINITION = 720;
const ULTRA_HD_PIXELS = 3_840 * 2_160;

function refusalFor(stderr: string): DomainError {
  const noPicture = /matches no streams|does not contain any stream/u.test(stderr);
  return new FileRefused(noPicture ? 'no_video_track' : 'unreadable_video', stderr);
}
