import { type FfmpegTools, fileInput, startReader, takeBytes } from '../../ffmpeg/index.ts';
import type { Size } from './fit-picture.ts';
import { emptyFrame, type Frame } from './frame.ts';
import { CLIP_FORMATS, type ClipSource, READER_LIMITS } from './probe-clip.ts';

export type OpenClip = {
  /** The next picture, or null at the end. Overwrites the previous one. */
  next(): Promise<Frame | null>;
  close(): void;
};

/** Reads from the first picture on, at a constant rate and in the size of the video. */
export function openClip(tools: FfmpegTools, clip: ClipSource, signal?: AbortSignal): OpenClip {
  const limit = ['-max_pixels', String(Math.ceil(clip.maxPixels))];
  const input = [...limit, ...fileInput(clip.path, CLIP_FORMATS)];
  return openFrames(tools, clip, [...input, ...pictureArguments(clip), '-f', 'rawvideo', 'pipe:1'], signal);
}

export function openFrames(
  tools: FfmpegTools,
  size: Size,
  args: readonly string[],
  signal?: AbortSignal,
): OpenClip {
  const reader = startReader(tools, ['-loglevel', 'error', ...args], { limits: READER_LIMITS, signal });
  const bytes = takeBytes(reader.stdout);
  const frame = emptyFrame(size);
  return {
    async next() {
      if (await bytes.into(frame.bytes)) return frame;
      // A file that is damaged in the middle ends there, as in every player.
      await reader.exited;
      return null;
    },
    close: reader.kill,
  };
}

/** Every read of a clip uses this filter chain, so a frame always has the same pixels. */
export function pictureArguments(clip: ClipSource): string[] {
  const rate = `fps=${clip.frameRate.frames}/${clip.frameRate.seconds}`;
  const filters = ['setpts=PTS-STARTPTS', rate, ...pictureFilters(clip)];
  return ['-map', '0:v:0', '-an', '-sn', '-dn', '-vf', filters.join(',')];
}

/** Scales pictures to the size of the video and converts them to the colours of BT.709. */
export function pictureFilters({ width, height, matrix }: ClipSource): string[] {
  const size = `scale=${width}:${height}:flags=bicubic+accurate_rnd:${COLOURS[matrix].scaled}:out_range=tv`;
  return [size, 'setsar=1', 'format=yuv420p', ...COLOURS[matrix].turned];
}

/** The scaler can convert all colours to BT.709, but at three times the cost. It does so only for rare matrices. */
const COLOURS: Record<ClipSource['matrix'], { scaled: string; turned: string[] }> = {
  bt709: { scaled: 'in_color_matrix=bt709:out_color_matrix=bt709', turned: [] },
  bt601: {
    scaled: 'in_color_matrix=bt601:out_color_matrix=bt601',
    turned: ['colorspace=all=bt709:iall=bt601-6-625:fast=1'],
  },
  other: { scaled: 'out_color_matrix=bt709', turned: [] },
};
