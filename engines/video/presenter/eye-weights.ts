import type { FaceMoment } from '../../lipsync/index.ts';

/** Share of the eye that the lid covers in the pose `half`. */
const HALF = 0.6;

/**
 * Each pose adds its difference from open eyes, so a blink during a glance shows both. The rest is `open`, which is below 0
 * where more than one pose is at full weight. Skips poses that the presenter lacks. Writes to `weights`.
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
  // Closed lids hide the gaze, which must not move the lids.
  if (pose === 'left') return open * Math.max(0, -gaze.x);
  if (pose === 'right') return open * Math.max(0, gaze.x);
  if (pose === 'up') return open * Math.max(0, gaze.y);
  if (pose === 'down') return open * Math.max(0, -gaze.y);
  return pose === 'brows-up' ? brows : 0;
}
