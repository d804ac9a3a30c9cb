import type { FaceMoment } from '../../lipsync/index.ts';
import type { Backdrop } from './backdrop.ts';
import { drawBody } from './draw-body.ts';
import { eyeWeights } from './eye-weights.ts';
import { createScratch } from './fill-triangle.ts';
import { frameOver } from './frame.ts';
import { headAtRest, inverseOf, poseHead } from './head-pose.ts';
import { travelStep } from './head-travel.ts';
import { createPatch } from './patch.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';

export type Compositor = {
  /** Draws into an I420 frame. `mouth` has a weight for each of the presenter's poses. */
  draw(bytes: Uint8Array, mouth: Float32Array, moment: FaceMoment): void;
};

/** Redraws only the moving parts for each frame. */
export function createCompositor(prepared: PreparedPresenter, { background, still }: Backdrop): Compositor {
  const { size, neck, planes, eyes } = prepared;
  const scratch = createScratch(size);
  const mouthPatch = createPatch(prepared.mouth, prepared.placement, scratch);
  const eyePatch = createPatch(eyes, prepared.placement, scratch);
  const eyePoses = new Float32Array(eyes.poses.length);
  const [head, back] = [headAtRest(), headAtRest()];
  const behind = frameOver(background, size);
  return {
    draw(bytes, mouthWeights, moment) {
      bytes.set(still);
      const frame = frameOver(bytes, size);
      inverseOf(poseHead(moment.head, neck, head), back);
      const step = travelStep(moment.head);
      for (const { name, stride, plane, moving } of planes)
        drawBody({ target: frame[name], background: behind[name], stride }, plane, moving, step, back);
      eyePatch.draw(frame, eyeWeights(moment, eyes.poses, eyePoses), head);
      mouthPatch.draw(frame, mouthWeights, head);
    },
  };
}
