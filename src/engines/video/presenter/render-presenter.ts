import type { VideoTools } from '../encode/run-ffmpeg.ts';
import { makeFilm } from '../make-film.ts';
import type { Painters } from '../painting/open-painters.ts';
import type { RenderContext } from '../render-context.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { readBackground } from './background.ts';
import { loadPresenter } from './load-presenter.ts';
import { readManifest } from './manifest.ts';
import { FPS } from './paint-presenter.ts';
import { placeInFrame, type Size } from './placement.ts';
import { setStage } from './set-stage.ts';

const PREPARED_SHARE = 0.02;

type PresenterRequest = RenderRequest & { picture: Extract<Picture, { kind: 'presenter' }> };

export async function renderPresenter(
  { tools, folder, painters }: { tools: VideoTools; folder: string; painters: Painters },
  request: PresenterRequest,
  context: RenderContext,
): Promise<RenderedVideo> {
  const { mouth: track, picture } = request;
  const { signal, report } = context;
  report('preparing', 0);
  const size = wideFrame(request.height);
  const { canvas } = await readManifest(folder, picture.presenterId);
  const [presenter, background] = await Promise.all([
    loadPresenter(tools, folder, picture.presenterId, placeInFrame(canvas, size).scale),
    readBackground(tools, picture.background, { folder, size, signal }),
  ]);
  await painters.show({ kind: 'presenter', stage: setStage(presenter, background, size), track });
  const plan = {
    size,
    frameRate: { frames: FPS, seconds: 1 },
    // No sound is cut: a frame that has begun is shown to its end.
    frameCount: Math.max(1, Math.ceil(track.durationSeconds * FPS - 1e-6)),
    preparedShare: PREPARED_SHARE,
    draw: painters.paint,
  };
  return makeFilm(tools, request, plan, context);
}

/** 16:9, and even: colours are shared by two pixels each way. */
function wideFrame(height: number): Size {
  return { width: 2 * Math.round((height * 16) / 18), height };
}
