import { join } from 'node:path';
import { curvesOf, performanceOf, stillFace, VISEMES } from '../../lipsync/index.ts';
import { encodeFilm, frameBytes } from '../encode/encode-film.ts';
import type { VideoTools } from '../encode/run-ffmpeg.ts';
import { writeThumbnail } from '../encode/write-thumbnail.ts';
import type { RenderContext } from '../render-context.ts';
import { tellingFrame } from '../telling-frame.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { readBackground } from './background.ts';
import { createCompositor } from './compositor.ts';
import { loadPresenter } from './load-presenter.ts';
import { readManifest } from './manifest.ts';
import { placeInFrame, type Size } from './placement.ts';

const FPS = 25;
/** Of the whole, in the order of stages: loading, all frames, and the index that goes to the front of the file. */
const SHARES = { preparing: 0.02, rendering: 0.96 };

type PresenterRequest = RenderRequest & { picture: Extract<Picture, { kind: 'presenter' }> };

export async function renderPresenter(
  { tools, folder }: { tools: VideoTools; folder: string },
  request: PresenterRequest,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  const { mouth: track, picture } = request;
  report('preparing', 0);
  const size = wideFrame(request.height);
  const { canvas } = await readManifest(folder, picture.presenterId);
  const [presenter, background] = await Promise.all([
    loadPresenter(tools, folder, picture.presenterId, placeInFrame(canvas, size).scale),
    readBackground(tools, picture.background, { folder, size, signal }),
  ]);
  const compositor = createCompositor(presenter, background, size);
  const speak = mouthOf(presenter.manifest.mouth.poses, curvesOf(track));
  const [performance, moment] = [performanceOf(track), stillFace()];
  // No sound is cut: a frame that has begun is shown to its end.
  const frameCount = Math.max(1, Math.ceil(track.durationSeconds * FPS - 1e-6));
  const telling = tellingFrame(track, FPS, frameCount);
  const thumbnail = new Uint8Array(frameBytes(size));
  const videoPath = join(request.folder, 'video.mp4');
  const thumbnailPath = join(request.folder, 'thumbnail.jpg');
  const { audioPath, audioKbps } = request;
  const film = { ...size, frameRate: { frames: FPS, seconds: 1 }, frameCount };
  await encodeFilm(tools, { ...film, audioPath, audioKbps, videoPath, signal }, (frame, index) => {
    // A frame stands for the time that it is shown, so it shows the middle of it.
    const seconds = (index + 0.5) / FPS;
    compositor.draw(frame, speak(seconds), performance.momentAt(seconds, moment));
    if (index === telling) thumbnail.set(frame);
    report('rendering', SHARES.preparing + (SHARES.rendering * (index + 1)) / frameCount);
    if (index === frameCount - 1) report('encoding', SHARES.preparing + SHARES.rendering);
  });
  await writeThumbnail(tools, { ...size, frame: thumbnail, thumbnailPath, signal });
  report('encoding', 1);
  return { videoPath, thumbnailPath, durationSeconds: frameCount / FPS, ...size, fps: FPS };
}

/** 16:9, and even: colours are shared by two pixels each way. */
function wideFrame(height: number): Size {
  return { width: 2 * Math.round((height * 16) / 18), height };
}

/** Weights in the order of the presenter's poses. */
function mouthOf(
  poses: readonly string[],
  curves: ReturnType<typeof curvesOf>,
): (seconds: number) => Float32Array {
  const places = VISEMES.map((viseme) => poses.indexOf(viseme));
  const visemes = new Float32Array(VISEMES.length);
  const weights = new Float32Array(poses.length);
  return (seconds) => {
    curves.poseAt(seconds, visemes);
    for (const [viseme, place] of places.entries()) weights[place] = visemes[viseme] ?? 0;
    return weights;
  };
}
