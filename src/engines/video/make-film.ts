import { join } from 'node:path';
import {
  type DrawFrame,
  encodeFilm,
  type FrameRate,
  type VideoTools,
  writeThumbnail,
} from './encode/index.ts';
import type { RenderContext } from './render-context.ts';
import { framesPerSecond } from './source/frame-rate.ts';
import { tellingFrame } from './telling-frame.ts';
import type { RenderedVideo, RenderRequest } from './types.ts';

export type FilmPlan = {
  size: { width: number; height: number };
  frameRate: FrameRate;
  frameCount: number;
  /** Of the whole render: what was done before the first frame. */
  preparedShare: number;
  draw: DrawFrame;
};

/** The rest is for the index that goes to the front of the file, and the thumbnail. */
const FRAMES_SHARE = 0.98;

/** The end of every render: its frames, in their order, to a film and a thumbnail in the request's folder. */
export async function makeFilm(
  tools: VideoTools,
  { mouth, audioPath, audioKbps, folder }: RenderRequest,
  { size, frameRate, frameCount, preparedShare, draw }: FilmPlan,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  const fps = framesPerSecond(frameRate);
  const telling = tellingFrame(mouth, fps, frameCount);
  const [videoPath, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.jpg')];
  const film = { ...size, frameRate, frameCount, audioPath, audioKbps, videoPath, signal };
  let thumbnail: Promise<void> = Promise.resolve();
  await encodeFilm(tools, film, draw, (frame, index) => {
    if (index === telling) {
      thumbnail = writeThumbnail(tools, { ...size, frame: frame.slice(), thumbnailPath, signal });
      // Its failure is read when the film is done.
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
