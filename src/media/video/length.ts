import type { SyncMode } from '../../engines/video/index.ts';
import type { Plan } from '../../money/plans/index.ts';
import { MediaTooLong } from './errors.ts';

/** How fast speech goes on the average; the settlement takes the true length. */
const CHARACTERS_PER_SECOND = 15;

export function spokenSeconds(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_SECOND);
}

/** Of a film whose clip and sound are so long. */
function syncedSeconds(mode: SyncMode, clipSeconds: number, soundSeconds: number): number {
  if (mode === 'cut_off') return Math.min(clipSeconds, soundSeconds);
  return mode === 'silence' ? Math.max(clipSeconds, soundSeconds) : soundSeconds;
}

/** Of a film, as far as it is known before it is made; refused where the plan does not allow it. */
export function filmSeconds(
  plan: Pick<Plan, 'mediaSeconds'>,
  soundSeconds: number,
  clip?: { seconds: number; syncMode: SyncMode } | undefined,
): number {
  const seconds = clip ? syncedSeconds(clip.syncMode, clip.seconds, soundSeconds) : soundSeconds;
  if (seconds > plan.mediaSeconds) throw new MediaTooLong(seconds, plan.mediaSeconds);
  return seconds;
}
