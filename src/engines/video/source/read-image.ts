import { open } from 'node:fs/promises';
import type { VideoTools } from '../encode/index.ts';
import { SourceRefused } from './errors.ts';
import { fitPicture, type Size } from './fit-picture.ts';
import { emptyFrame, type Frame } from './frame.ts';
import { readOrientation } from './read-orientation.ts';
import { startReader } from './start-reader.ts';
import { takeBytes } from './take-bytes.ts';

const IMAGE_FORMATS = 'png_pipe,jpeg_pipe,webp_pipe,bmp_pipe,tiff_pipe,apng,gif,mjpeg,image2pipe';
/** Enough for what a camera writes before the picture itself. */
const HEAD_BYTES = 128 * 1024;

/** By Exif's numbers, the turns that bring a picture upright. */
const TURNS: Record<number, string[]> = {
  2: ['hflip'],
  3: ['hflip', 'vflip'],
  4: ['vflip'],
  5: ['transpose=0'],
  6: ['transpose=1'],
  7: ['transpose=3'],
  8: ['transpose=2'],
};

/** What is transparent is seen in front of this grey. */
const BEHIND = 237;

/** A still, upright, on a plain ground where it is transparent, its shorter side at most `height`. */
export async function readImage(
  tools: VideoTools,
  path: string,
  { height, signal }: { height: number; signal?: AbortSignal | undefined },
): Promise<Frame> {
  const orientation = await orientationOf(path);
  const turns = TURNS[orientation] ?? [];
  const natural = await sizeOf(tools, path, turns, signal);
  const size = fitPicture(natural, height);
  const scale = `scale=${size.width}:${size.height}:flags=bicubic+accurate_rnd:out_color_matrix=bt709:out_range=tv`;
  const ground = `format=rgba,split[a][b];[a]lutrgb=r=${BEHIND}:g=${BEHIND}:b=${BEHIND}:a=255[c];[c][b]overlay=format=rgb`;
  const filters = [...turns, ground, scale, 'format=yuv420p'].join(',');
  const frame = emptyFrame(size);
  const args = ['-vf', filters, '-frames:v', '1', '-f', 'rawvideo', 'pipe:1'];
  const complete = await withImage(tools, path, args, signal, (stdout) =>
    takeBytes(stdout).into(frame.bytes),
  );
  if (!complete.result) throw new SourceRefused('unreadable_image', complete.said);
  return frame;
}

async function orientationOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    const head = Buffer.alloc(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    if (bytesRead === 0) throw new SourceRefused('empty_file');
    return readOrientation(head.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

async function sizeOf(tools: VideoTools, path: string, turns: string[], signal?: AbortSignal): Promise<Size> {
  const args = ['-vf', [...turns, 'format=gray'].join(','), '-frames:v', '1', '-f', 'yuv4mpegpipe', 'pipe:1'];
  const { result: header, said } = await withImage(tools, path, args, signal, async (stdout) => {
    let text = '';
    for await (const chunk of stdout)
      if (text.length < 100) text += (chunk as Buffer).toString('latin1', 0, 200);
    return text;
  });
  const [width, height] = [/ W(\d+)/u, / H(\d+)/u].map((field) => Number(header.match(field)?.[1]));
  if (!width || !height) throw new SourceRefused('unreadable_image', said);
  return { width, height };
}

/** The file is handed over open: no name that ffmpeg could read anything into. */
async function withImage<T>(
  tools: VideoTools,
  path: string,
  args: readonly string[],
  signal: AbortSignal | undefined,
  read: (stdout: ReturnType<typeof startReader>['stdout']) => Promise<T>,
): Promise<{ result: T; said: string }> {
  const file = await open(path);
  try {
    const input = ['-noautorotate', '-protocol_whitelist', 'pipe', '-format_whitelist', IMAGE_FORMATS];
    const reader = startReader(tools, ['-loglevel', 'error', ...input, '-i', 'pipe:0', ...args], {
      signal,
      input: file.fd,
    });
    const result = await read(reader.stdout);
    return { result, said: await reader.ended };
  } finally {
    await file.close();
  }
}
