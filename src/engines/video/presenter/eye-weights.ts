import type { FaceMoment } from '../../lipsync/index.ts';

/** Of an eye, what the lid of the pose `half` covers. */
const HALF = 0.6;

/**
 * Each pose adds what makes it different from open eyes, so a blink during a glance is both. What is left is `open`, and
 * below 0 where more than one is at its full. Poses that the presenter has not got are left out. Writes into `weights`.
 */
export function eyeWeights(
  moment: FaceMoment,
  poses: readonly string[],
  weights: Float32Array,
): Float32Array {
  const { lids, gaze, brows } = moment;
  const open = 1 - lids;
  let rest = 1;
  for (const [i, pose] of poses.entries()) {
    weights[i] = poseShare(pose, { lids, open, gaze, brows });
    rest -= weights[i] ?? 0;
  }
  weights[poses.indexOf('open')] = rest;
  return weights;
}

type Shares = Pick<FaceMoment, 'lids' | 'gaze' | 'brows'> & { open: number };

function poseShare(pose: string, { lids, open, gaze, brows }: Shares): number {
  if (pose === 'half') return Math.min(lids / HALF, (1 - lids) / (1 - HALF));
  if (pose === 'shut') return Math.max(0, (lids - HALF) / (1 - HALF));
  // Shut lids hide where the eyes look; they must not drag the lids along.
  if (pose === 'left') return open * Math.max(0, -gaze.x);
  if (pose === 'right') return open * Math.max(0, gaze.x);
  if (pose === 'up') return open * Math.max(0, gaze.y);
  if (pose === 'down') return open * Math.max(0, -gaze.y);
  return pose === 'brows-up' ? brows : 0;
}
