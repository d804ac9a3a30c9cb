import { type FrameTable, rowOf } from '../acting/frame-table.ts';
import { readMoment } from '../acting/numbers.ts';
import type { PaintFrame } from '../source/frame.ts';
import { createCompositor } from './compositor.ts';
import type { Stage } from './set-stage.ts';
import type { Backdrop } from './stand-before.ts';

export type PresenterScene = {
  kind: 'presenter';
  stage: Stage;
  backdrop: Backdrop;
  /** Weights of the mouth's poses. */
  poses: FrameTable;
  face: FrameTable;
};

export function paintPresenter({ stage, backdrop, poses, face }: PresenterScene): PaintFrame {
  const compositor = createCompositor(stage, backdrop);
  return (frame, index) => compositor.draw(frame, rowOf(poses, index), readMoment(rowOf(face, index)));
}
