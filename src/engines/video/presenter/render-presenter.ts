import { actFace, actPoses } from '../acting/act.ts';
import type { VideoTools } from '../encode/run-ffmpeg.ts';
import { makeFilm } from '../make-film.ts';
import type { Painters } from '../painting/open-painters.ts';
import type { RenderContext } from '../render-context.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { readBackground } from './background.ts';
import type { Size } from './placement.ts';
import type { PresenterShelf } from './presenter-shelf.ts';
import { standBefore } from './stand-before.ts';

const FPS = 25;
const PREPARED_SHARE = 0.02;

type PresenterRequest = RenderRequest & { picture: Extract<Picture, { kind: 'presenter' }> };

type Studio = { tools: VideoTools; folder: string; shelf: PresenterShelf; painters: Painters };

export async function renderPresenter(
  { tools, folder, shelf, painters }: Studio,
  request: PresenterRequest,
  context: RenderContext,
): Promise<RenderedVideo> {
  const { mouth: track, picture } = request;
  const { signal, report } = context;
  report('preparing', 0);
  const size = wideFrame(request.height);
  const [stage, background] = await Promise.all([
    shelf.take(picture.presenterId, size),
    readBackground(tools, picture.background, { folder, size, signal }),
  ]);
  const backdrop = standBefore(stage, background);
  // No sound is cut: a frame that has begun is shown to its end.
  const frameCount = Math.max(1, Math.ceil(track.durationSeconds * FPS - 1e-6));
  const acted = { track, fps: FPS, frames: frameCount };
  const [poses, face] = [actPoses(acted, stage.mouth.poses), actFace(acted)];
  await painters.show({ kind: 'presenter', stage, backdrop, poses, face });
  const frameRate = { frames: FPS, seconds: 1 };
  const plan = { size, frameRate, frameCount, preparedShare: PREPARED_SHARE, draw: painters.paint };
  return makeFilm(tools, request, plan, context);
}

/** 16:9, and even: colours are shared by two pixels each way. */
function wideFrame(height: number): Size {
  return { width: 2 * Math.round((height * 16) / 18), height };
}
