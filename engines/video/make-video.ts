import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FfmpegTools } from '../ffmpeg/index.ts';
import { type DrawFrame, encodeVideo, type FrameRate, StorageFull, writeThumbnail } from './encode/index.ts';
import { type Part, pastePart } from './source/frame-part.ts';
import { framesPerSecond } from './source/frame-rate.ts';
import { thumbnailFrame } from './thumbnail-frame.ts';
import type { RenderContext, RenderedVideo, RenderRequest } from './types.ts';

export type VideoPlan = {
  size: { width: number; height: number };
  frameRate: FrameRate;
  frameCount: number;
  /** Share of the whole render that is done before the first frame. */
  preparedShare: number;
  draw: DrawFrame;
  /** Where frames show a part of a picture that is still around it. The part may be all of it. */
  around?: { still: Uint8Array; part: Part };
};

/** The rest is moving the index to the front of the file, and the thumbnail. */
const FRAMES_SHARE = 0.98;

/** Encodes the frames, in order, and writes the video and its thumbnail to the request's folder. */
export async function makeVideo(
  tools: FfmpegTools,
  { mouth, audioPath, audioKbps, folder }: RenderRequest,
  { size, frameRate, frameCount, preparedShare, draw, ...plan }: VideoPlan,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  const fps = framesPerSecond(frameRate);
  const around = plan.around && isWhole(plan.around.part, size) ? undefined : plan.around;
  const thumbnailIndex = thumbnailFrame(mouth, fps, frameCount);
  const [videoPath, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.jpg')];
  const stillPath = join(folder, 'still.yuv');
  if (around) await writeStill(stillPath, around.still);
  const shown = around && { ...around.part, stillPath };
  const encoding = { ...size, frameRate, frameCount, audioPath, audioKbps, videoPath, shown, signal };
  const whole = (frame: Uint8Array): Uint8Array => {
    if (!around) return frame.slice();
    const picture = around.still.slice();
    pastePart(picture, size, around.part, frame);
    return picture;
  };
  let thumbnail: Promise<void> = Promise.resolve();
  await encodeVideo(tools, encoding, draw, (frame, index) => {
    if (index === thumbnailIndex) {
      thumbnail = writeThumbnail(tools, { ...size, frame: whole(frame), thumbnailPath, signal });
      // A failure is reported when the video is done.
      thumbnail.catch(() => undefined);
    }
    const done = (index + 1) / frameCount;
    report('rendering', preparedShare + (FRAMES_SHARE - preparedShare) * done);
    if (done === 1) report('encoding', FRAMES_SHARE);
  });
  await thumbnail;
  if (around) await rm(stillPath);
  report('encoding', 1);
  return { videoPath, thumbnailPath, durationSeconds: frameCount / fps, ...size, fps };
}

function isWhole(part: Part, { width, height }: VideoPlan['size']): boolean {
  return part.width === width && part.height === height;
}

async function writeStill(path: string, still: Uint8Array): Promise<void> {
  await writeFile(path, still).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOSPC' ? new StorageFull(error) : error;
  });
}
