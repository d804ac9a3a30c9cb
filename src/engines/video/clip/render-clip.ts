import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { animateShapes } from '../animation/animate.ts';
import type { DrawFrame } from '../encode/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { makeVideo } from '../make-video.ts';
import type { Painters } from '../painting/open-painters.ts';
import { framesFor, framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import { probeClip } from '../source/probe-clip.ts';
import type { Picture, RenderContext, RenderedVideo, RenderRequest } from '../types.ts';
import { pixelBudget } from './pixel-budget.ts';
import { playBothWays, SEGMENT_PICTURES } from './play-both-ways.ts';
import { type Player, playForward } from './play-forward.ts';
import { surveyClip } from './survey-clip.ts';
import { neededFrames, type SyncMap, syncMap } from './sync-map.ts';

export type ClipRequest = RenderRequest & { picture: Extract<Picture, { kind: 'video' }> };

type Engines = { tools: FfmpegTools; faces: FaceNetworks; painters: Painters };

const TRACKING_SHARE = 0.4;

/** Lip-syncs an uploaded clip to the sound. Everything but the mouth stays as recorded. */
export async function renderClip(
  { tools, faces, painters }: Engines,
  request: ClipRequest,
  context: RenderContext,
): Promise<RenderedVideo> {
  const { picture, mouth, height, folder } = request;
  const { signal, report } = context;
  report('preparing', 0);
  const clip = await probeClip(tools, picture.path, { height, signal });
  const sound = framesFor(mouth.durationSeconds, clip.frameRate);
  const needed = neededFrames(picture.syncMode, sound);
  // The length of a clip that is shown whole is known only at its end.
  const expected = Math.min(needed, 2 * sound);
  const survey = await surveyClip({ tools, faces }, clip, {
    ...{ face: picture.face, turns: picture.turns, needed, maxSeconds: request.maxSeconds, signal },
    onPicture: (index) => report('tracking', TRACKING_SHARE * Math.min(1, index / expected)),
  });
  const { width, height: lines, frameRate } = clip;
  const size = { width, height: lines };
  const { syncMode } = picture;
  const map = syncMap(syncMode, survey.pictures, sound);
  const frameCount = limitFrames(map.frames, frameRate, request.maxSeconds);
  const shapes = animateShapes({ track: mouth, fps: framesPerSecond(frameRate), frames: frameCount });
  await painters.show({ kind: 'clip', size, survey, syncMode, soundFrames: sound, shapes });
  const repeats = (syncMode === 'bounce' || syncMode === 'loop') && frameCount > survey.pictures;
  // A loop starts the file again. That is cheaper than copying it, unless the file is brief or heavy to decode.
  const isBrief = survey.pictures <= SEGMENT_PICTURES;
  const isHeavy = frameCount * clip.pixelsPerPicture > pixelBudget(request.maxSeconds);
  const player =
    repeats && (syncMode === 'bounce' || isBrief || isHeavy)
      ? await playBothWays(tools, clip, { folder, pictures: survey.pictures, signal })
      : playForward(tools, clip, signal);
  const plan = { size, frameRate, frameCount, preparedShare: TRACKING_SHARE };
  try {
    const draw = drawFrom(player, map, painters);
    return { ...(await makeVideo(tools, request, { ...plan, draw }, context)), faces: survey.moved };
  } finally {
    await player.close();
  }
}

/** Reads the clip in order, one picture at a time, while earlier pictures are painted. */
function drawFrom(player: Player, map: SyncMap, painters: Painters): DrawFrame {
  let read: Promise<void> = Promise.resolve();
  return async (frame, index) => {
    read = read.then(async () => frame.set((await player.show(map.sourceAt(index))).bytes));
    await read;
    await painters.paint(frame, index);
  };
}
