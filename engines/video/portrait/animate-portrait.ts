import type { FaceMoment } from '../../lipsync/index.ts';
import { squareAround } from '../face/square-around.ts';
import type { MouthShape } from '../mouth/mouth-shape.ts';
import { createReshaper } from '../mouth/reshape-mouth.ts';
import { emptyFrame, type Frame } from '../source/frame.ts';
import { closeLids, eyesOf } from './close-lids.ts';
import type { Portrait } from './find-portrait.ts';
import { createSway } from './sway-head.ts';

/** Draws the still with this mouth shape and this moment of the performance. */
export type AnimatePortrait = (target: Frame, shape: MouthShape, moment: FaceMoment) => void;

export function animatePortrait(still: Frame, { points, geometry, inner }: Portrait): AnimatePortrait {
  const reshapeMouth = createReshaper();
  const eyes = eyesOf(points);
  const swayHead = createSway(still, squareAround(points));
  const speaking = emptyFrame(still);
  return (target, shape, { lids, head }) => {
    speaking.bytes.set(still.bytes);
    reshapeMouth(still, speaking, { geometry, inner, shape, strength: 1 });
    closeLids(still, speaking, eyes, lids);
    swayHead(speaking, target, head);
  };
}
