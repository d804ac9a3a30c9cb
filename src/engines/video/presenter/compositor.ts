import type { FaceMoment } from '../../lipsync/index.ts';
import { movingRegion, wholeRegion } from './body-region.ts';
import { drawBody } from './draw-body.ts';
import { createScratch } from './draw-triangles.ts';
import { eyeWeights } from './eye-weights.ts';
import { type Frame, frameOver } from './frame.ts';
import { headAtRest, inverseOf, poseHead } from './head-pose.ts';
import { reachOf } from './head-reach.ts';
import type { LoadedPresenter } from './load-presenter.ts';
import { createPatch } from './patch.ts';
import { placeInFrame, type Size } from './placement.ts';

export type Compositor = {
  /** Fills an I420 frame; `mouth` has a weight for each of the presenter's poses. */
  draw(bytes: Uint8Array, mouth: Float32Array, moment: FaceMoment): void;
};

/** The furthest that a head moves: of its height, and by turning and growing of the distance from the neck. */
const TRAVEL = { shift: 0.045, turn: 0.045 };
/** A head is about so much of the canvas. */
const HEAD_SHARE = 0.42;

/** `background` is an I420 picture of the frame's size. Only what moves is drawn again for each frame. */
export function createCompositor(presenter: LoadedPresenter, background: Uint8Array, size: Size): Compositor {
  const { body, manifest, mouth, eyes } = presenter;
  const { canvas } = manifest;
  const placement = placeInFrame(canvas, size);
  const headHeight = HEAD_SHARE * canvas.height;
  const detail = body.y.width / canvas.width;
  const { pivot } = manifest.head;
  const reach = reachOf(body, (x, y) => {
    const fromNeck = Math.hypot(x - pivot.x * detail, y - pivot.y * detail);
    return TRAVEL.shift * headHeight * detail + TRAVEL.turn * fromNeck;
  });
  const scratch = createScratch(size);
  const mouthPatch = createPatch(mouth, presenter, reach, placement, scratch);
  const eyePatch = createPatch(eyes, presenter, reach, placement, scratch);
  const eyePoses = new Float32Array(eyes.crop.poses.length);
  const [head, back] = [headAtRest(), headAtRest()];
  const behind = frameOver(background, size);
  const planes = (['y', 'u', 'v'] as const).map((name) => {
    const coarseness: 1 | 2 = name === 'y' ? 1 : 2;
    const options = { canvas, frame: size, placement, plane: body[name], coarseness };
    const moving = movingRegion(options, reach, body.y);
    return { name, whole: wholeRegion(options), moving, plane: body[name], stride: size.width / coarseness };
  });

  const still = background.slice();
  const stillFrame = frameOver(still, size);
  for (const { name, whole, plane, stride } of planes)
    drawBody({ target: stillFrame[name], background: behind[name], stride }, plane, whole, back);

  function drawHead(frame: Frame): void {
    for (const { name, moving, plane, stride } of planes)
      drawBody({ target: frame[name], background: behind[name], stride }, plane, moving, back);
  }

  return {
    draw(bytes, mouthWeights, moment) {
      bytes.set(still);
      const frame = frameOver(bytes, size);
      inverseOf(poseHead(moment.head, { pivot, headHeight }, head), back);
      drawHead(frame);
      eyePatch.draw(frame, eyeWeights(moment, eyes.crop.poses, eyePoses), head);
      mouthPatch.draw(frame, mouthWeights, head);
    },
  };
}
