import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { animateFace, animateShapes } from '../animation/animate.ts';
import type { FrameRate } from '../encode/index.ts';
import { makeVideo } from '../make-video.ts';
import type { Painters } from '../open-painters.ts';
import { framesFor, framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import type { Picture, RenderContext, RenderedVideo, RenderRequest } from '../types.ts';
import type { StillAhead } from './still-ahead.ts';

export type PortraitRequest = RenderRequest & { picture: Extract<Picture, { kind: 'image' }> };

const FRAME_RATE: FrameRate = { frames: 25, seconds: 1 };
/** Finding the face takes little time compared with drawing. */
const PREPARED_SHARE = 0.05;

/** Animates the face of a still: it speaks, blinks and moves a little. */
export async function renderPortrait(
  { tools, stillAhead, painters }: { tools: FfmpegTools; stillAhead: StillAhead; painters: Painters },
  request: PortraitRequest,
  context: RenderContext,
): Promise<RenderedVideo> {
  const { picture, mouth: track, height } = request;
  const { signal, report } = context;
  report('tracking', 0);
  const { still, portrait } = await stillAhead.take({ picture, height, signal });
  const frames = framesFor(track.durationSeconds, FRAME_RATE);
  const frameCount = limitFrames(frames, FRAME_RATE, request.maxSeconds);
  const animated = { track, fps: framesPerSecond(FRAME_RATE), frames: frameCount };
  await painters.show({
    kind: 'portrait',
    still,
    portrait,
    shapes: animateShapes(animated),
    face: animateFace(animated),
  });
  const plan = {
    size: { width: still.width, height: still.height },
    frameRate: FRAME_RATE,
    frameCount,
    preparedShare: PREPARED_SHARE,
    draw: painters.paint,
  };
  return makeVideo(tools, request, plan, context);
}
