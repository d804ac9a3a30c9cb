import { FileRefused } from '../../ffmpeg/index.ts';
import type { VideoTools } from '../encode/index.ts';
import { ClipTooHeavy } from '../errors.ts';
import { chooseFace } from '../face/choose-face.ts';
import { type FaceTrack, followFaces } from '../face/follow-faces.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { KEPT } from '../face/places.ts';
import { smoothTrack } from '../face/smooth-track.ts';
import type { InnerMouth } from '../mouth/inner-mouth.ts';
import { sharedNumbers } from '../shared-memory.ts';
import { framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import { openClip } from '../source/open-clip.ts';
import type { ClipSource } from '../source/probe-clip.ts';
import { collectLooks } from './collect-looks.ts';
import { pixelBudget } from './pixel-budget.ts';

export type Survey = {
  /** Of the clip, as far as it is needed. */
  pictures: number;
  faces: FollowedFace[];
};

/** The face that speaks, from one picture to another. */
export type FollowedFace = Pick<FaceTrack, 'first' | 'fromCut' | 'toCut'> & {
  pictures: number;
  /** Those of all pictures, steadied, one after the other. In shared memory: a long clip has many. */
  points: Float32Array;
  inner: InnerMouth;
};

export type SurveyOptions = {
  face?: number | undefined;
  /** So many pictures are enough. */
  needed: number;
  /** A clip that goes on for longer is refused, whatever its header says. */
  maxSeconds: number;
  signal?: AbortSignal | undefined;
  onPicture(index: number): void;
};

/** Goes through the clip once and learns where the face is, what it looks like and how many pictures there are. */
export async function surveyClip(
  { tools, faces }: { tools: VideoTools; faces: FaceNetworks },
  film: ClipSource,
  { face, needed, maxSeconds, signal, onPicture }: SurveyOptions,
): Promise<Survey> {
  const perSecond = framesPerSecond(film.frameRate);
  const following = followFaces(faces, perSecond);
  const looks = collectLooks();
  const open = openClip(tools, film, signal);
  const budget = pixelBudget(maxSeconds);
  let pictures = 0;
  try {
    for (let frame = await open.next(); frame; frame = await open.next()) {
      for (const { track, points } of await following.add(frame)) looks.see(track, frame, points);
      onPicture(pictures);
      pictures += 1;
      if (pictures >= needed) break;
      limitFrames(pictures, film.frameRate, maxSeconds);
      if (pictures * film.pixelsPerPicture > budget) throw new ClipTooHeavy();
    }
  } finally {
    open.close();
  }
  if (pictures === 0) throw new FileRefused('unreadable_video', 'no picture could be decoded');
  const chosen = chooseFace(following.end(), face);
  return { pictures, faces: chosen.map((track) => followedFace(track, looks.innerMouth(track))) };
}

function followedFace(track: FaceTrack, inner: InnerMouth): FollowedFace {
  const { first, fromCut, toCut } = track;
  const steady = smoothTrack(track);
  const each = KEPT.length * 3;
  const points = sharedNumbers(steady.length * each);
  for (const [picture, own] of steady.entries()) points.set(own, picture * each);
  return { first, fromCut, toCut, pictures: steady.length, points, inner };
}
