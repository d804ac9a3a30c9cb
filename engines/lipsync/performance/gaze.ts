import { between, type Chance } from '../../dsp/index.ts';
import { smoothStep } from '../smooth-step.ts';
import type { MouthTrack } from '../types.ts';

/** Gaze direction from `startSeconds` on, reached by a saccade. 1 is as far as the presenter's eyes move. */
export type Fixation = { startSeconds: number; x: number; y: number };

const SACCADE_SECONDS = 0.06;
/** The eyes are on the viewer most of the time, sometimes slightly beside, and now and then they glance away. */
const DRIFT = 0.12;
const DRIFT_SHARE = 0.35;
const GLANCE_SHARE = 0.16;

export function fixationsOf({ durationSeconds }: MouthTrack, chance: Chance): Fixation[] {
  const fixations: Fixation[] = [{ startSeconds: Number.NEGATIVE_INFINITY, x: 0, y: 0 }];
  let at = between(chance, 1, 2);
  while (at < durationSeconds) {
    const glances = chance() < GLANCE_SHARE;
    const drifts = chance() < DRIFT_SHARE;
    const x = between(chance, -1, 1);
    const y = between(chance, -1, 1);
    const reach = glances ? 0.45 : drifts ? DRIFT : 0;
    fixations.push({ startSeconds: at, x: x * reach, y: y * reach * 0.6 });
    at += glances ? between(chance, 0.4, 0.9) : between(chance, 0.9, 2.6);
    // After a glance the eyes return to the viewer before the next one.
    if (glances) fixations.push({ startSeconds: at, x: 0, y: 0 });
    if (glances) at += between(chance, 1.5, 3);
  }
  return fixations;
}

export function gazeAt(
  fixations: readonly Fixation[],
  seconds: number,
  into: { x: number; y: number },
): void {
  const i = lastStarted(fixations, seconds);
  const now = fixations[i];
  const before = fixations[i - 1] ?? now;
  if (!now || !before) return;
  const done = smoothStep((seconds - now.startSeconds) / SACCADE_SECONDS);
  into.x = before.x + (now.x - before.x) * done;
  into.y = before.y + (now.y - before.y) * done;
}

function lastStarted(fixations: readonly Fixation[], seconds: number): number {
  let low = 0;
  let high = fixations.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((fixations[middle]?.startSeconds ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
