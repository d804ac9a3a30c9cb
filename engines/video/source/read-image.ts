import { type FileHandle, open } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  type FfmpegTools,
  FileRefused,
  readOrientation,
  startReader,
  takeBytes,
} from '../../ffmpeg/index.ts';
import { fittingSize } from './fit-picture.ts';
import { emptyFrame, type Frame } from './frame.ts';
import { READER_LIMITS } from './probe-clip.ts';

const IMAGE_FORMATS = 'png_pipe,jpeg_pipe,webp_pipe,bmp_pipe,tiff_pipe,apng,gif,mjpeg,image2pipe';
/** Enough for the metadata that a camera writes before the picture. */
const HEAD_BYTES = 128 * 1024;
/** A header line of ffmpeg's output is cut at this many characters. */
const MOST_HEADER = 500;
const NEW_LINE = 10;

/** Filters that turn a picture upright, by Exif orientation. */
const TURNS: Record<number, string[]> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=0'],
  6: ['transpose=1'],
  7: ['transpose=3'],
  8: ['transpose=2'],
};

/** Transparent pixels are placed on this grey. */
const GREY = 'r=237:g=237:b=237:a=255';
const ON_GREY = `format=rgba,split[own][all];[all]lutrgb=${GREY}[grey];[grey][own]overlay=format=rgb`;

/** Reads a still: upright, opaque, its shorter side at most `height`. */
export async function readImage(
  tools: FfmpegTools,
  path: string,
  { height, signal }: { height: number; signal?: AbortSignal | undefined },
): Promise<Frame> {
  const image = await imageAt(path);
  const { width, height: lines } = fittingSize(height);
  const scale = `scale=w='${width}':h='${lines}':flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv`;
  const filters = [ON_GREY, scale, 'format=yuv420p'];
  const { frame, stderr } = await decode(tools, image, filters, signal);
  if (!frame) throw new FileRefused('unreadable_image', stderr);
  return frame;
}

/** A file with the ffmpeg options to read it. */
type Image = { path: string; input: string[]; turns: string[] };

async function imageAt(path: string): Promise<Image> {
  const file = await open(path);
  try {
    const head = await headOf(file);
    // Old ffmpeg versions split a WebP that arrives through a pipe.
    const isWebp = head.toString('latin1', 8, 12) === 'WEBP';
    const input = isWebp ? ['-frame_size', String((await file.stat()).size)] : [];
    return { path, input, turns: TURNS[readOrientation(head)] ?? [] };
  } finally {
    await file.close();
  }
}

async function headOf(file: FileHandle): Promise<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
  if (bytesRead === 0) throw new FileRefused('empty_file');
  return head.subarray(0, bytesRead);
}

/** Passes an open file, so that ffmpeg cannot interpret its name. */
async function decode(
  tools: FfmpegTools,
  { path, input, turns }: Image,
  filters: readonly string[],
  signal: AbortSignal | undefined,
): Promise<{ frame: Frame | null; stderr: string }> {
  const file = await open(path);
  try {
    const limits = ['-noautorotate', '-protocol_whitelist', 'pipe', '-format_whitelist', IMAGE_FORMATS];
    const chain = [...turns, ...filters].join(',');
    const output = ['-vf', chain, '-frames:v', '1', '-f', 'yuv4mpegpipe', 'pipe:1'];
    const args = ['-loglevel', 'error', ...limits, ...input, '-i', 'pipe:0', ...output];
    const reader = startReader(tools, args, { limits: READER_LIMITS, signal, input: file.fd });
    const frame = await frameFrom(reader.stdout);
    const { stderr } = await reader.exited;
    return { frame, stderr };
  } finally {
    await file.close();
  }
}

/** The size is in the first line; the second one starts the picture. */
async function frameFrom(stdout: Readable): Promise<Frame | null> {
  const bytes = takeBytes(stdout);
  const header = await lineOf(bytes);
  const [width, height] = [/ W(\d+)/u, / H(\d+)/u].map((field) => Number(header.match(field)?.[1]));
  if (!width || !height) return null;
  await lineOf(bytes);
  const frame = emptyFrame({ width, height });
  return (await bytes.into(frame.bytes)) ? frame : null;
}

async function lineOf(bytes: ReturnType<typeof takeBytes>): Promise<string> {
  const byte = Buffer.alloc(1);
  let line = '';
  while (line.length < MOST_HEADER && (await bytes.into(byte)) && byte[0] !== NEW_LINE)
    line += byte.toString('latin1');
  return line;
}
