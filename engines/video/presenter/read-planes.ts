import { readFile } from 'node:fs/promises';
import { type FfmpegTools, FileRefused } from '../../ffmpeg/index.ts';
import { runFfmpeg } from '../encode/run-ffmpeg.ts';
import { sharedBytes } from '../shared-memory.ts';

export type PixelFormat = { name: 'gray' | 'yuv420p' | 'yuv444p' | 'yuva420p'; bytesPerPixel: number };

export const GRAY: PixelFormat = { name: 'gray', bytesPerPixel: 1 };
export const YUV420: PixelFormat = { name: 'yuv420p', bytesPerPixel: 1.5 };
export const YUV444: PixelFormat = { name: 'yuv444p', bytesPerPixel: 3 };
/** Y, U, V, then alpha in full. */
export const YUVA420: PixelFormat = { name: 'yuva420p', bytesPerPixel: 2.5 };

export type PlanesOptions = {
  width: number;
  height: number;
  format: PixelFormat;
  /** ffmpeg filters that produce a picture of this size. */
  filters: readonly string[];
  signal?: AbortSignal | undefined;
};

/** Single-picture formats that cannot refer to other files. */
const FORMATS = ['png_pipe', 'jpeg_pipe', 'webp_pipe', 'bmp_pipe', 'tiff_pipe', 'gif', 'mov', 'image2'].join(
  ',',
);
/** A few kilobytes can decode to a picture of any size. */
const LIMITS = ['-threads', '1', '-max_pixels', String(64 * 1024 ** 2)];
/** BT.709 in limited range, like the video. */
const VIDEO_COLOURS = 'scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int';
const WHOLE_RANGE = 'scale=out_range=pc:flags=accurate_rnd';

/** Decodes a picture into consecutive planes in shared memory. Gray is 0 to 255. ffmpeg reads a pipe and never sees a file name. */
export async function readPlanes(
  tools: FfmpegTools,
  path: string,
  options: PlanesOptions,
): Promise<Uint8Array> {
  const { width, height, format, filters, signal } = options;
  const chain = [...filters, format === GRAY ? WHOLE_RANGE : VIDEO_COLOURS, `format=${format.name}`].join(
    ',',
  );
  const input = ['-protocol_whitelist', 'pipe', '-format_whitelist', FORMATS, ...LIMITS, '-i', 'pipe:0'];
  const output = ['-frames:v', '1', '-vf', chain, '-pix_fmt', format.name, '-f', 'rawvideo', 'pipe:1'];
  const ffmpeg = runFfmpeg(tools, [...input, ...output], signal);
  ffmpeg.stdin.end(await readFile(path));
  const bytes = sharedBytes(width * height * format.bytesPerPixel);
  let length = 0;
  for await (const chunk of ffmpeg.stdout as AsyncIterable<Buffer>) {
    if (length + chunk.length <= bytes.length) bytes.set(chunk, length);
    length += chunk.length;
  }
  await ffmpeg.exited.catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw new FileRefused('unreadable_image', cause);
  });
  if (length !== bytes.length)
    throw new FileRefused('unreadable_image', `${length} bytes for ${width} x ${height} ${format.name}`);
  return bytes;
}
