import { actFace, actPoses } from '../acting/act.ts';
import type { VideoTools } from '../encode/run-ffmpeg.ts';
import { makeVideo } from '../make-video.ts';
import type { Painters } from '../painting/open-painters.ts';
import type { RenderContext } from '../render-context.ts';
import { framesFor, framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { readBackground } from './background.ts';
import type { Size } from './placement.ts';
import type { PresenterShelf } from './presenter-shelf.ts';
import { standBefore } from './stand-before.ts';

const FRAME_RATE = { frames: 25, seconds: 1 };
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
  const frames = framesFor(track.durationSeconds, FRAME_RATE);
  const frameCount = limitFrames(frames, FRAME_RATE, request.maxSeconds);
  const acted = { track, fps: framesPerSecond(FRAME_RATE), frames: frameCount };
  const [poses, face] = [actPoses(acted, stage.mouth.poses), actFace(acted)];
  await painters.show({ kind: 'presenter', stage, backdrop, poses, face });
  const plan = {
    size,
    frameRate: FRAME_RATE,
    frameCount,
    preparedShare: PREPARED_SHARE,
    draw: painters.paint,
  };
  return makeVideo(tools, request, plan, context);
}

/** 16:9, and even: colours are shared by two pixels each way. */
function wideFrame(height: number): Size {
  return { width: 2 * Math.round((height * 16) / 18), height };
}
