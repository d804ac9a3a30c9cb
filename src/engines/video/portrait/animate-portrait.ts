import { curvesOf, type MouthTrack, performanceOf, stillFace, VISEMES } from '../../lipsync/index.ts';
import { squareAround } from '../face/find-landmarks.ts';
import { shapeOf } from '../mouth/mouth-shape.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import { emptyFrame, type Frame } from '../source/frame.ts';
import { closeLids, eyesOf } from './close-lids.ts';
import type { Portrait } from './find-portrait.ts';
import { createSway } from './sway-head.ts';

/** Draws the still as it looks at a time of the track. */
export function animatePortrait(
  still: Frame,
  { points, geometry, inner }: Portrait,
  track: MouthTrack,
): (target: Frame, seconds: number) => void {
  const [curves, weights] = [curvesOf(track), new Float32Array(VISEMES.length)];
  const [performance, moment] = [performanceOf(track), stillFace()];
  const reshapeMouth = createReshaper();
  const [eyes, swayHead] = [eyesOf(points), createSway(still, squareAround(points))];
  const speaking = emptyFrame(still);
  return (target, seconds) => {
    const shape = shapeOf(curves.poseAt(seconds, weights));
    const { lids, head } = performance.momentAt(seconds, moment);
    speaking.bytes.set(still.bytes);
    reshapeMouth(still, speaking, { geometry, inner, shape, strength: 1 });
    closeLids(still, speaking, eyes, lids);
    target.bytes.set(speaking.bytes);
    swayHead(speaking, target, head);
  };
}
