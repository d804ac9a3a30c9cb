import { curvesOf, type MouthTrack, VISEMES } from '../../lipsync/index.ts';
import { shapeOf } from '../mouth/mouth-shape.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import type { Frame } from '../source/frame.ts';
import { followMouth } from './follow-mouth.ts';
import type { Survey } from './survey-clip.ts';

/** Draws into `target`, which holds the same picture, how it looks when a time of the track is heard with it. */
export type SpeakInClip = (shown: { source: Frame; picture: number }, target: Frame, seconds: number) => void;

export function speakInClip(survey: Survey, track: MouthTrack): SpeakInClip {
  const mouthIn = followMouth(survey);
  const [curves, weights] = [curvesOf(track), new Float32Array(VISEMES.length)];
  const reshapeMouth = createReshaper();
  return ({ source, picture }, target, seconds) => {
    const found = mouthIn(picture);
    if (found) reshapeMouth(source, target, { ...found, shape: shapeOf(curves.poseAt(seconds, weights)) });
  };
}
