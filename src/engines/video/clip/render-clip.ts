import { join } from 'node:path';
import { encodeFilm, frameBytes, type VideoTools, writeThumbnail } from '../encode/index.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import type { RenderContext } from '../render-context.ts';
import { frameOf } from '../source/frame.ts';
import { framesPerSecond } from '../source/frame-rate.ts';
import { type Film, probeFilm } from '../source/probe-film.ts';
import { tellingFrame } from '../telling-frame.ts';
import type { Picture, RenderedVideo, RenderRequest } from '../types.ts';
import { playBothWays } from './play-both-ways.ts';
import { type Player, playForward } from './play-forward.ts';
import { speakInClip } from './speak-in-clip.ts';
import { type Survey, surveyClip } from './survey-clip.ts';
import { neededFrames, type SyncMap, soundFrames, syncMap } from './sync-map.ts';

export type ClipRequest = RenderRequest & { picture: Extract<Picture, { kind: 'video' }> };

type Engines = { tools: VideoTools; faces: FaceNetworks };

const TRACKING_SHARE = 0.4;

/** An uploaded clip whose face says what is heard; everything but its mouth stays as it was filmed. */
export async function renderClip(
  engines: Engines,
  request: ClipRequest,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  const { picture, mouth, height, folder } = request;
  report('preparing', 0);
  const film = await probeFilm(engines.tools, picture.path, { height, signal });
  const sound = soundFrames(mouth.durationSeconds, film.frameRate);
  const needed = neededFrames(picture.syncMode, sound);
  // How long a clip is that is needed as a whole is known only at its end.
  const expected = Math.min(needed, 2 * sound);
  const survey = await surveyClip(engines, film, {
    ...{ face: picture.face, needed, signal },
    onPicture: (index) => report('tracking', TRACKING_SHARE * Math.min(1, index / expected)),
  });
  const map = syncMap(picture.syncMode, survey.pictures, sound);
  const turnsBack = picture.syncMode === 'bounce' && map.frames > survey.pictures;
  const player = turnsBack
    ? await playBothWays(engines.tools, film, { folder, pictures: survey.pictures, signal })
    : playForward(engines.tools, film, signal);
  try {
    return await filmClip(engines.tools, { request, film, survey, map, player }, { signal, report });
  } finally {
    await player.close();
  }
}

type Prepared = { request: ClipRequest; film: Film; survey: Survey; map: SyncMap; player: Player };

async function filmClip(
  tools: VideoTools,
  { request, film, survey, map, player }: Prepared,
  { signal, report }: RenderContext,
): Promise<RenderedVideo> {
  const { mouth, audioPath, audioKbps, folder } = request;
  const { width, height, frameRate } = film;
  const fps = framesPerSecond(frameRate);
  const speak = speakInClip(survey, mouth);
  const telling = tellingFrame(mouth, fps, map.frames);
  const thumbnail = new Uint8Array(frameBytes(film));
  const [videoPath, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.jpg')];
  const options = {
    width,
    height,
    frameRate,
    frameCount: map.frames,
    audioPath,
    audioKbps,
    videoPath,
    signal,
  };
  await encodeFilm(tools, options, async (bytes, index) => {
    const picture = map.sourceAt(index);
    const source = await player.show(picture);
    speak({ source, picture }, frameOf(width, height, bytes), (index + 0.5) / fps);
    if (index === telling) thumbnail.set(bytes);
    report('rendering', TRACKING_SHARE + (1 - TRACKING_SHARE) * (index / map.frames));
  });
  report('encoding', 1);
  await writeThumbnail(tools, { width, height, frame: thumbnail, thumbnailPath, signal });
  return { videoPath, thumbnailPath, durationSeconds: map.frames / fps, width, height, fps };
}
