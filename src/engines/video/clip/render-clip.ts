import { join } from 'node:path';
import { curvesOf, VISEMES } from '../../lipsync/index.ts';
import { encodeFilm, type VideoTools, writeThumbnail } from '../encode/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { shapeOf } from '../mouth/mouth-shape.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import type { RenderContext } from '../render-context.ts';
import { frameOf } from '../source/frame.ts';
import { framesPerSecond } from '../source/frame-rate.ts';
import { probeFilm } from '../source/probe-film.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { followMouth } from './follow-mouth.ts';
import { playBothWays } from './play-both-ways.ts';
import { type Player, playForward } from './play-forward.ts';
import { surveyClip } from './survey-clip.ts';
import { neededFrames, soundFrames, syncMap } from './sync-map.ts';

export type ClipRequest = RenderRequest & { picture: Extract<Picture, { kind: 'video' }> };

const TRACKING_SHARE = 0.4;
/** By then whoever is filmed has begun to speak. */
const THUMBNAIL_SECONDS = 1;

/** An uploaded clip whose face says what is heard; everything but its mouth stays as it was filmed. */
export async function renderClip(
  { tools, faces }: { tools: VideoTools; faces: FaceNetworks },
  { picture, mouth, height, audioPath, audioKbps, folder }: ClipRequest,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  report('preparing', 0);
  const film = await probeFilm(tools, picture.path, { height, signal });
  const perSecond = framesPerSecond(film.frameRate);
  const sound = soundFrames(mouth.durationSeconds, film.frameRate);
  const needed = neededFrames(picture.syncMode, sound);
  const survey = await surveyClip({ tools, faces }, film, {
    ...{ face: picture.face, needed, signal },
    onPicture: (index) =>
      report('tracking', TRACKING_SHARE * Math.min(1, index / Math.min(needed, sound * 2))),
  });
  const map = syncMap(picture.syncMode, survey.pictures, sound);
  const mouthIn = followMouth(survey);
  const curves = curvesOf(mouth);
  const weights = new Float32Array(VISEMES.length);
  const reshapeMouth = createReshaper();
  const [videoPath, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.jpg')];
  const telling = Math.min(map.frames - 1, Math.round(THUMBNAIL_SECONDS * perSecond));
  const thumbnail = new Uint8Array((film.width * film.height * 3) / 2);
  const turnsBack = picture.syncMode === 'bounce' && map.frames > survey.pictures;
  const player: Player = turnsBack
    ? await playBothWays(tools, film, { folder, pictures: survey.pictures, signal })
    : playForward(tools, film, signal);
  try {
    const size = { width: film.width, height: film.height };
    const options = { ...size, frameRate: film.frameRate, frameCount: map.frames, signal };
    await encodeFilm(tools, { ...options, audioPath, audioKbps, videoPath }, async (bytes, index) => {
      const shown = map.sourceAt(index);
      const source = await player.show(shown);
      bytes.set(source.bytes);
      const found = mouthIn(shown);
      if (found) {
        const shape = shapeOf(curves.poseAt((index + 0.5) / perSecond, weights));
        reshapeMouth(source, frameOf(film.width, film.height, bytes), { ...found, shape });
      }
      if (index === telling) thumbnail.set(bytes);
      report('rendering', TRACKING_SHARE + (1 - TRACKING_SHARE) * (index / map.frames));
    });
    report('encoding', 1);
    await writeThumbnail(tools, { ...size, frame: thumbnail, thumbnailPath, signal });
    return { videoPath, thumbnailPath, durationSeconds: map.frames / perSecond, ...size, fps: perSecond };
  } finally {
    await player.close();
  }
}
