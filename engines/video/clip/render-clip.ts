import type { FfmpegTools } from '../../ffmpeg/index.ts';
import { animateShapes } from '../animation/animate.ts';
import type { DrawFrame } from '../encode/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { makeVideo } from '../make-video.ts';
import type { Painters } from '../open-painters.ts';
import { framesFor, framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import { type ClipSource, probeClip } from '../source/probe-clip.ts';
import type { Picture, RenderContext, RenderedVideo, RenderRequest } from '../types.ts';
import { choosePlayer } from './choose-player.ts';
import { type KeptPictures, keepPictures } from './keep-pictures.ts';
import type { Player } from './play-forward.ts';
import { type Survey, surveyClip } from './survey-clip.ts';
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
  const kept = await keepPictures(folder, clip);
  try {
    const survey = await surveyClip({ tools, faces }, clip, {
      face: picture.face,
      turns: picture.turns,
      needed,
      maxSeconds: request.maxSeconds,
      signal,
      onPicture: (frame, index) => {
        report('tracking', TRACKING_SHARE * Math.min(1, index / expected));
        return kept.add(frame.bytes);
      },
    });
    return await showSurveyed({ tools, painters }, { clip, survey, sound, kept }, request, context);
  } finally {
    await kept.close();
  }
}

type Surveyed = {
  clip: ClipSource;
  survey: Survey;
  /** Length of the sound in frames. */
  sound: number;
  kept: KeptPictures;
};

async function showSurveyed(
  { tools, painters }: Pick<Engines, 'tools' | 'painters'>,
  { clip, survey, sound, kept }: Surveyed,
  request: ClipRequest,
  context: RenderContext,
): Promise<RenderedVideo> {
  const { mouth, folder, maxSeconds } = request;
  const { syncMode } = request.picture;
  const { width, height, frameRate } = clip;
  const size = { width, height };
  const map = syncMap(syncMode, survey.pictures, sound);
  const frameCount = limitFrames(map.frames, frameRate, maxSeconds);
  const shapes = animateShapes({ track: mouth, fps: framesPerSecond(frameRate), frames: frameCount });
  await painters.show({ kind: 'clip', size, survey, syncMode, soundFrames: sound, shapes });
  const { pictures } = survey;
  const showing = { syncMode, pictures, frameCount, maxSeconds, folder, signal: context.signal };
  const player = await choosePlayer(tools, clip, kept, showing);
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
    read = read.then(() => player.show(map.sourceAt(index), frame));
    await read;
    await painters.paint(frame, index);
  };
}
