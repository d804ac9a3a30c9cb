import { curvesOf, type MouthTrack, performanceOf, stillFace, VISEMES } from '../../lipsync/index.ts';
import { shapeOf } from '../mouth/viseme-shapes.ts';
import {
  type FrameTable,
  fillTable,
  MOMENT_NUMBERS,
  SHAPE_NUMBERS,
  writeMoment,
  writeShape,
} from './frame-table.ts';

/** A mouth track and the frames to compute for it. */
export type AnimatedTrack = { track: MouthTrack; fps: number; frames: number };

/** A frame shows the middle of the time during which it is visible. */
const middleOf = (index: number, fps: number): number => (index + 0.5) / fps;

/** Movement of the face other than the mouth. */
export function animateFace({ track, fps, frames }: AnimatedTrack): FrameTable {
  const performance = performanceOf(track);
  const moment = stillFace();
  return fillTable(frames, MOMENT_NUMBERS, (row, index) =>
    writeMoment(row, performance.momentAt(middleOf(index, fps), moment)),
  );
}

/** Weight of each of a presenter's mouth poses, in the order of `poses`. */
export function animatePoses({ track, fps, frames }: AnimatedTrack, poses: readonly string[]): FrameTable {
  const curves = curvesOf(track);
  const weights = new Float32Array(VISEMES.length);
  const places = VISEMES.map((viseme) => poses.indexOf(viseme));
  return fillTable(frames, poses.length, (row, index) => {
    curves.poseAt(middleOf(index, fps), weights);
    for (const [viseme, place] of places.entries()) row[place] = weights[viseme] ?? 0;
  });
}

/** Mouth shapes for faces without drawn poses: portraits and clips. */
export function animateShapes({ track, fps, frames }: AnimatedTrack): FrameTable {
  const curves = curvesOf(track);
  const weights = new Float32Array(VISEMES.length);
  return fillTable(frames, SHAPE_NUMBERS, (row, index) =>
    writeShape(row, shapeOf(curves.poseAt(middleOf(index, fps), weights))),
  );
}
