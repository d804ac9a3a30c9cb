import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { runFfmpeg } from './run-ffmpeg.ts';

export type ThumbnailOptions = {
  width: number;
  height: number;
  /** I420. */
  frame: Uint8Array;
  thumbnailPath: string;
  signal?: AbortSignal | undefined;
};

const QUALITY = '3';

export async function writeThumbnail(tools: FfmpegTools, options: ThumbnailOptions): Promise<void> {
  const { width, height, frame, thumbnailPath, signal } = options;
  const picture = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-video_size', `${width}x${height}`];
  const input = ['-color_range', 'tv', '-colorspace', 'bt709', '-protocol_whitelist', 'pipe', '-i', 'pipe:0'];
  const output = ['-frames:v', '1', '-q:v', QUALITY, '-pix_fmt', 'yuvj420p', '-f', 'mjpeg'];
  const ffmpeg = runFfmpeg(
    tools,
    [...picture, ...input, ...output, '-fflags', '+bitexact', `file:${thumbnailPath}`],
    signal,
  );
  ffmpeg.stdin.end(frame);
  await ffmpeg.exited;
}
