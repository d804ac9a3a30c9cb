import { join } from 'node:path';
import type { FfmpegTools } from '../ffmpeg/index.ts';
import { type DrawFrame, encodeVideo, type FrameRate, writeThumbnail } from './encode/index.ts';
import { burnLabel } from './label/burn-label.ts';
import { loadLabel } from './label/load-label.ts';
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
};

/** The rest is moving the index to the front of the file, and the thumbnail. */
const FRAMES_SHARE = 0.98;

/** Encodes the frames, in order, and writes the video and its thumbnail to the request's folder. */
export async function makeVideo(
  tools: FfmpegTools,
  { mouth, audioPath, audioKbps, folder, label: language }: RenderRequest,
  { size, frameRate, frameCount, preparedShare, draw }: VideoPlan,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  const fps = framesPerSecond(frameRate);
  const thumbnailIndex = thumbnailFrame(mouth, fps, frameCount);
  const videoPath = join(folder, 'video.mp4');
  const thumbnailPath = join(folder, 'thumbnail.jpg');
  const encoding = { ...size, frameRate, frameCount, audioPath, audioKbps, videoPath, signal };
  const label = language === undefined ? null : await loadLabel(tools, language, size, signal);
  let thumbnail: Promise<void> = Promise.resolve();
  await encodeVideo(tools, encoding, draw, (frame, index) => {
    if (label) burnLabel(frame, size, label);
    if (index === thumbnailIndex) {
      thumbnail = writeThumbnail(tools, { ...size, frame: frame.slice(), thumbnailPath, signal });
      // A failure is reported when the video is done.
      thumbnail.catch(() => undefined);
    }
    const done = (index + 1) / frameCount;
    report('rendering', preparedShare + (FRAMES_SHARE - preparedShare) * done);
    if (done === 1) report('encoding', FRAMES_SHARE);
  });
  await thumbnail;
  report('encoding', 1);
  return { videoPath, thumbnailPath, durationSeconds: frameCount / fps, ...size, fps };
}
