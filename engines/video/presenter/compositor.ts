import type { FaceMoment } from '../../lipsync/index.ts';
import { createLayout } from '../simd/memory.ts';
import type { Backdrop } from './backdrop.ts';
import { planBody } from './draw-body.ts';
import { eyeWeights } from './eye-weights.ts';
import { headAtRest, inverseOf, poseHead } from './head-pose.ts';
import { travelStep } from './head-travel.ts';
import { planPatch } from './patch.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';
import { bytesOf, placeSurface } from './surface.ts';

export type Compositor = {
  /** Draws an I420 frame. `mouth` has a weight for each of the presenter's poses. */
  draw(bytes: Uint8Array, mouth: Float32Array, moment: FaceMoment): void;
};

/** Redraws only the moving parts for each frame. */
export function createCompositor(prepared: PreparedPresenter, { background, still }: Backdrop): Compositor {
  const { size, neck, planes, eyes, mouth, placement } = prepared;
  const layout = createLayout();
  const surface = placeSurface(layout, size);
  const behind = placeSurface(layout, size);
  const depth = layout.place(size.width * size.height * Float32Array.BYTES_PER_ELEMENT);
  const planned = {
    body: planBody(layout, [surface, behind], planes, 'moving'),
    eyes: planPatch(layout, eyes, { surface, depth, placement }),
    mouth: planPatch(layout, mouth, { surface, depth, placement }),
  };
  const memory = layout.open();
  const frame = bytesOf(surface, memory);
  bytesOf(behind, memory).set(background);
  const drawBody = planned.body(memory);
  const eyePatch = planned.eyes(memory);
  const mouthPatch = planned.mouth(memory);
  const eyePoses = new Float32Array(eyes.poses.length);
  const head = headAtRest();
  const back = headAtRest();
  return {
    draw(bytes, mouthWeights, moment) {
      frame.set(still);
      inverseOf(poseHead(moment.head, neck, head), back);
      drawBody(travelStep(moment.head), back);
      eyePatch.draw(eyeWeights(moment, eyes.poses, eyePoses), head);
      mouthPatch.draw(mouthWeights, head);
      bytes.set(frame);
    },
  };
}
