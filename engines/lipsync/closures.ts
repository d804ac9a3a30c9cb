import type { VisemeCue } from './types.ts';

/** At 24 frames per second a frame lasts 42 ms, and parting lips need the rest. A shorter closure could be missed. */
const SHORTEST_CLOSURE_SECONDS = 0.075;
/** Lips meet before the sound and part with it, so most of the missing time comes from the preceding sound. */
const SHARE_BEFORE = 2 / 3;
/** A neighbour keeps at least this much. */
const KEPT_SECONDS = 0.01;

/** Viewers notice missing lip closures first, so short closures are widened into both neighbours. */
export function widenClosures(cues: VisemeCue[]): VisemeCue[] {
  for (const [i, cue] of cues.entries()) {
    const missing = SHORTEST_CLOSURE_SECONDS - (cue.endSeconds - cue.startSeconds);
    if (cue.viseme !== 'PP' || missing <= 0) continue;
    const before = cues[i - 1];
    const after = cues[i + 1];
    const roomBefore = roomIn(before);
    // Resting lips are already closed, as they are before the start.
    const rested = before === undefined || before.viseme === 'sil';
    const roomAfter = rested ? 0 : roomIn(after);
    const takenBefore = Math.min(roomBefore, Math.max(SHARE_BEFORE * missing, missing - roomAfter));
    const takenAfter = Math.min(roomAfter, missing - takenBefore);
    cue.startSeconds -= takenBefore;
    cue.endSeconds += takenAfter;
    if (before) before.endSeconds = cue.startSeconds;
    if (after) after.startSeconds = cue.endSeconds;
  }
  return cues;
}

function roomIn(cue: VisemeCue | undefined): number {
  if (!cue || cue.viseme === 'PP') return 0;
  return Math.max(0, cue.endSeconds - cue.startSeconds - KEPT_SECONDS);
}
