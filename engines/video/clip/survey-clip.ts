import { type FfmpegTools, FileRefused } from '../../ffmpeg/index.ts';
import { ClipTooHeavy } from '../errors.ts';
import { chooseFace } from '../face/choose-face.ts';
import { chooseSpeakers, mostFaces, type SpeakingFace, type SpeakingTurns } from '../face/choose-speakers.ts';
import type { FaceNetworks } from '../face/load-face-networks.ts';
import { KEPT } from '../face/places.ts';
import { smoothTrack } from '../face/smooth-track.ts';
import { createFaceTracker, type FaceTrack } from '../face/track-faces.ts';
import type { InnerMouth } from '../mouth/inner-mouth.ts';
import { sharedNumbers } from '../shared-memory.ts';
import type { Frame } from '../source/frame.ts';
import { framesPerSecond, limitFrames } from '../source/frame-rate.ts';
import { openClip } from '../source/open-clip.ts';
import type { ClipSource } from '../source/probe-clip.ts';
import type { FacesMoved, Turn } from '../types.ts';
import { collectAppearances } from './face-appearance.ts';
import { pixelBudget } from './pixel-budget.ts';

export type Survey = {
  /** Number of pictures read from the clip. */
  pictures: number;
  faces: TrackedFace[];
  moved: FacesMoved;
};

/** A speaking face over a range of pictures. */
export type TrackedFace = Pick<FaceTrack, 'first' | 'fromCut' | 'toCut'> & {
  pictures: number;
  /** Smoothed landmarks of all pictures, consecutively. In shared memory, because a long clip has many. */
  points: Float32Array;
  inner: InnerMouth;
  turns: SpeakingTurns | null;
};

export type SurveyOptions = {
  face?: number | undefined;
  turns?: readonly Turn[] | undefined;
  /** Stops after this many pictures. */
  needed: number;
  /** A longer clip is refused, whatever its header says. */
  maxSeconds: number;
  signal?: AbortSignal | undefined;
  /** Gets every picture. The next one is read when it resolves. */
  onPicture(frame: Frame, index: number): Promise<void>;
};

/** Reads the clip once: finds the face in each picture, its colours and teeth, and counts the pictures. */
export async function surveyClip(
  { tools, faces }: { tools: FfmpegTools; faces: FaceNetworks },
  clip: ClipSource,
  { face, turns, needed, maxSeconds, signal, onPicture }: SurveyOptions,
): Promise<Survey> {
  const perSecond = framesPerSecond(clip.frameRate);
  const tracker = createFaceTracker(faces, perSecond);
  const appearances = collectAppearances();
  const open = openClip(tools, clip, signal);
  const budget = pixelBudget(maxSeconds);
  let pictures = 0;
  try {
    for (let frame = await open.next(); frame; frame = await open.next()) {
      const [found] = await Promise.all([tracker.add(frame), onPicture(frame, pictures)]);
      for (const { track, points } of found) appearances.observe(track, frame, points);
      pictures += 1;
      if (pictures >= needed) break;
      limitFrames(pictures, clip.frameRate, maxSeconds);
      if (pictures * clip.pixelsPerPicture > budget) throw new ClipTooHeavy();
    }
  } finally {
    open.close();
  }
  if (pictures === 0) throw new FileRefused('unreadable_video', 'no frame could be decoded');
  const tracks = await tracker.end();
  const chosen: SpeakingFace[] =
    turns && face === undefined
      ? chooseSpeakers(tracks, turns, perSecond)
      : chooseFace(tracks, face).map((track) => ({ track, turns: null, speakers: [] }));
  return {
    pictures,
    faces: chosen.map((one) => trackedFace(one, appearances.innerMouth(one.track))),
    moved: { seen: mostFaces(tracks), speakers: [...new Set(chosen.flatMap(({ speakers }) => speakers))] },
  };
}

function trackedFace({ track, turns }: SpeakingFace, inner: InnerMouth): TrackedFace {
  const { first, fromCut, toCut } = track;
  const steady = smoothTrack(track);
  const each = KEPT.length * 3;
  const points = sharedNumbers(steady.length * each);
  for (const [picture, own] of steady.entries()) points.set(own, picture * each);
  return { first, fromCut, toCut, pictures: steady.length, points, inner, turns };
}
