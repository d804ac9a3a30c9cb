import { type FrameTable, readMoment, rowOf } from '../animation/frame-table.ts';
import type { PaintFrame } from '../source/frame.ts';
import type { Backdrop } from './backdrop.ts';
import { createCompositor } from './compositor.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';

export type PresenterScene = {
  kind: 'presenter';
  prepared: PreparedPresenter;
  backdrop: Backdrop;
  /** Weights of the mouth's poses. */
  poses: FrameTable;
  face: FrameTable;
};

export function paintPresenter({ prepared, backdrop, poses, face }: PresenterScene): PaintFrame {
  const compositor = createCompositor(prepared, backdrop);
  return (frame, index) => compositor.draw(frame, rowOf(poses, index), readMoment(rowOf(face, index)));
}
