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

/** Frames that a track is animated for. */
export type AnimatedTrack = { track: MouthTrack; fps: number; frames: number };

/** A frame stands for the time that it is shown, so it shows the middle of it. */
const middleOf = (index: number, fps: number): number => (index + 0.5) / fps;

/** What the face does beside speaking. */
export function animateFace({ track, fps, frames }: AnimatedTrack): FrameTable {
  const [performance, moment] = [performanceOf(track), stillFace()];
  return fillTable(frames, MOMENT_NUMBERS, (row, index) =>
    writeMoment(row, performance.momentAt(middleOf(index, fps), moment)),
  );
}

/** How much of each of a presenter's poses its mouth is, in their order. */
export function animatePoses({ track, fps, frames }: AnimatedTrack, poses: readonly string[]): FrameTable {
  const [curves, weights] = [curvesOf(track), new Float32Array(VISEMES.length)];
  const places = VISEMES.map((viseme) => poses.indexOf(viseme));
  return fillTable(frames, poses.length, (row, index) => {
    curves.poseAt(middleOf(index, fps), weights);
    for (const [viseme, place] of places.entries()) row[place] = weights[viseme] ?? 0;
  });
}

/** What shape the mouth of a face has that was not drawn for it. */
export function animateShapes({ track, fps, frames }: AnimatedTrack): FrameTable {
  const [curves, weights] = [curvesOf(track), new Float32Array(VISEMES.length)];
  return fillTable(frames, SHAPE_NUMBERS, (row, index) =>
    writeShape(row, shapeOf(curves.poseAt(middleOf(index, fps), weights))),
  );
}
