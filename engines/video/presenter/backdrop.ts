import { frameBytes, sharedBytes } from '../shared-memory.ts';
import { createLayout } from '../simd/memory.ts';
import { planBody } from './draw-body.ts';
import { headAtRest } from './head-pose.ts';
import type { PreparedPresenter } from './prepare-presenter.ts';
import { bytesOf, placeSurface } from './surface.ts';

/** I420 frames of the prepared size, in shared memory. */
export type Backdrop = {
  background: Uint8Array;
  /** The background with the person at rest in front of it. */
  still: Uint8Array;
};

export function composeBackdrop({ size, planes }: PreparedPresenter, background: Uint8Array): Backdrop {
  const layout = createLayout();
  const surface = placeSurface(layout, size);
  const behind = placeSurface(layout, size);
  const body = planBody(layout, [surface, behind], planes, 'whole');
  const memory = layout.open();
  for (const one of [surface, behind]) bytesOf(one, memory).set(background);
  body(memory)(1, headAtRest());
  const still = sharedBytes(frameBytes(size));
  still.set(bytesOf(surface, memory));
  return { background, still };
}
