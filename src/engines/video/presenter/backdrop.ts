import { frameBytes, sharedBytes } from '../shared-memory.ts';
import { drawBody } from './draw-body.ts';
import { frameOver } from './frame.ts';
import { headAtRest } from './head-pose.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';

/** I420 frames of the prepared size, in shared memory. */
export type Backdrop = {
  background: Uint8Array;
  /** The background with the person at rest in front of it. */
  still: Uint8Array;
};

export function composeBackdrop({ size, planes }: PreparedPresenter, background: Uint8Array): Backdrop {
  const still = sharedBytes(frameBytes(size));
  still.set(background);
  const [behind, drawn] = [frameOver(background, size), frameOver(still, size)];
  for (const { name, stride, plane, whole } of planes)
    drawBody({ target: drawn[name], background: behind[name], stride }, plane, whole, 1, headAtRest());
  return { background, still };
}
