import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FfmpegTools, FileRefused, fileInput } from '../../ffmpeg/index.ts';
import { runFfmpeg } from '../encode/run-ffmpeg.ts';
import { emptyFrame, type Frame } from '../source/frame.ts';
import { openFrames, pictureArguments } from '../source/open-clip.ts';
import { CLIP_FORMATS, type ClipSource } from '../source/probe-clip.ts';
import type { Player } from './play-forward.ts';

/** Pictures per segment. All of them are in memory while the segment is shown: 33 MB at 720p. */
export const SEGMENT_PICTURES = 24;

/**
 * A file can only be read forwards. So the clip is copied once, losslessly, into segments of about a second that can be
 * read in either order. Neither the clip nor its pixels are ever in memory as a whole.
 */
export async function playBothWays(
  tools: FfmpegTools,
  clip: ClipSource,
  { folder, pictures, signal }: { folder: string; pictures: number; signal?: AbortSignal | undefined },
): Promise<Player> {
  const pieces = join(folder, 'pieces');
  await mkdir(pieces, { recursive: true });
  await copyInPieces(tools, clip, { pieces, pictures, signal });
  const frames = Array.from({ length: SEGMENT_PICTURES }, () => emptyFrame(clip));
  let held = -1;
  const hold = async (piece: number): Promise<void> => {
    const path = join(pieces, `${String(piece).padStart(6, '0')}.nut`);
    const input = ['-protocol_whitelist', 'file', '-format_whitelist', 'nut', '-i', `file:${path}`];
    const open = openFrames(
      tools,
      clip,
      [...input, '-f', 'rawvideo', '-pix_fmt', 'yuv420p', 'pipe:1'],
      signal,
    );
    for (let i = 0, frame = await open.next(); frame; i += 1, frame = await open.next())
      frames[i]?.bytes.set(frame.bytes);
    held = piece;
  };
  return {
    async show(picture, into) {
      const piece = Math.floor(picture / SEGMENT_PICTURES);
      if (piece !== held) await hold(piece);
      const frame: Frame | undefined = frames[picture % SEGMENT_PICTURES];
      if (!frame) throw new FileRefused('unreadable_video', `picture ${picture} does not exist`);
      into.set(frame.bytes);
    },
    close: () => rm(pieces, { recursive: true, force: true }),
  };
}

async function copyInPieces(
  tools: FfmpegTools,
  clip: ClipSource,
  { pieces, pictures, signal }: { pieces: string; pictures: number; signal?: AbortSignal | undefined },
): Promise<void> {
  const input = fileInput(clip.path, CLIP_FORMATS);
  const lossless = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-sc_threshold', '0'];
  const keys = ['-g', String(SEGMENT_PICTURES), '-keyint_min', String(SEGMENT_PICTURES)];
  // Every segment starts with a key frame, and every key frame starts a segment.
  const split = [
    '-f',
    'segment',
    '-segment_format',
    'nut',
    '-segment_time',
    '0.001',
    '-reset_timestamps',
    '1',
  ];
  const frames = ['-frames:v', String(pictures)];
  const ffmpeg = runFfmpeg(
    tools,
    [
      ...input,
      ...pictureArguments(clip),
      ...frames,
      ...lossless,
      ...keys,
      ...split,
      `file:${join(pieces, '%06d.nut')}`,
    ],
    signal,
  );
  ffmpeg.stdin.end();
  await ffmpeg.exited;
}
