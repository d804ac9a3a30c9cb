import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { animateFace, animatePoses } from '../animation/animate.ts';
import { makeVideo } from '../make-video.ts';
import type { Painters } from '../open-painters.ts';
import { framesFor, framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import type { Picture, RenderContext, RenderedVideo, RenderRequest } from '../types.ts';
import type { BackdropCache } from './backdrop-cache.ts';
import type { Size } from './placement.ts';
import type { PresenterCache } from './presenter-cache.ts';

const FRAME_RATE = { frames: 25, seconds: 1 };
const PREPARED_SHARE = 0.02;

type PresenterRequest = RenderRequest & { picture: Extract<Picture, { kind: 'presenter' }> };

type Engines = {
  tools: FfmpegTools;
  presenterCache: PresenterCache;
  backdropCache: BackdropCache;
  painters: Painters;
};

/** The presenter in front of the background, from the caches if they have it. */
export async function loadPicture(
  { presenterCache, backdropCache }: Pick<Engines, 'presenterCache' | 'backdropCache'>,
  { presenterId, background }: PresenterRequest['picture'],
  { height, signal }: { height: number; signal: AbortSignal },
) {
  const size = wideFrame(height);
  const preparing = presenterCache.get(presenterId, size);
  const backdrop = await backdropCache.get(preparing, background, { size, signal });
  return { size, prepared: await preparing, backdrop };
}

export async function renderPresenter(
  { tools, presenterCache, backdropCache, painters }: Engines,
  request: PresenterRequest,
  context: RenderContext,
): Promise<RenderedVideo> {
  const { mouth: track, picture } = request;
  const { signal, report } = context;
  report('preparing', 0);
  const caches = { presenterCache, backdropCache };
  const { size, prepared, backdrop } = await loadPicture(caches, picture, { height: request.height, signal });
  const frames = framesFor(track.durationSeconds, FRAME_RATE);
  const frameCount = limitFrames(frames, FRAME_RATE, request.maxSeconds);
  const animated = { track, fps: framesPerSecond(FRAME_RATE), frames: frameCount };
  const poses = animatePoses(animated, prepared.mouth.poses);
  const face = animateFace(animated);
  await painters.show({ kind: 'presenter', prepared, backdrop, poses, face });
  const plan = {
    size,
    frameRate: FRAME_RATE,
    frameCount,
    preparedShare: PREPARED_SHARE,
    draw: painters.paint,
  };
  return makeVideo(tools, request, plan, context);
}

/** 16:9 with even sides, because chroma has half the resolution. */
function wideFrame(height: number): Size {
  return { width: 2 * Math.round((height * 16) / 18), height };
}
