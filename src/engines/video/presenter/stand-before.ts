import { frameBytes, sharedBytes } from '../shared-memory.ts';
import { drawBody } from './draw-body.ts';
import { frameOver } from './frame.ts';
import { headAtRest } from './head-pose.ts';
import type { Stage } from './set-stage.ts';

/** I420, of the stage's size and in shared memory. */
export type Backdrop = {
  background: Uint8Array;
  /** The same with the person at rest before it. */
  still: Uint8Array;
};

export function standBefore({ size, planes }: Stage, background: Uint8Array): Backdrop {
  const still = sharedBytes(frameBytes(size));
  still.set(background);
  const [behind, drawn] = [frameOver(background, size), frameOver(still, size)];
  for (const { name, stride, plane, whole } of planes)
    drawBody({ target: drawn[name], background: behind[name], stride }, plane, whole, 1, headAtRest());
  return { background, still };
}
