import type { SyncMode } from '../../engines/video/index.ts';

/** How fast speech goes on the average; the settlement takes the true length. */
const CHARACTERS_PER_SECOND = 15;

export function spokenSeconds(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_SECOND);
}

/** Of a film whose clip and sound are so long. */
export function syncedSeconds(mode: SyncMode, clipSeconds: number, soundSeconds: number): number {
  if (mode === 'cut_off') return Math.min(clipSeconds, soundSeconds);
  return mode === 'silence' ? Math.max(clipSeconds, soundSeconds) : soundSeconds;
}
