import type { VisemeCue } from './types.ts';

/** A video of 24 frames a second shows one in 42 ms, and lips that part need the rest: a shorter closure could be missed. */
const SHORTEST_CLOSURE_SECONDS = 0.075;
/** Lips meet before they are heard, and part with the sound: what is missing comes from the sound before, mostly. */
const SHARE_BEFORE = 2 / 3;
/** What a neighbour keeps when a closure takes from it. */
const KEPT_SECONDS = 0.01;

/** Closed lips are what an eye misses first, so they get the time that they need, from both neighbours. */
export function widenClosures(cues: VisemeCue[]): VisemeCue[] {
  for (const [i, cue] of cues.entries()) {
    const missing = SHORTEST_CLOSURE_SECONDS - (cue.endSeconds - cue.startSeconds);
    if (cue.viseme !== 'PP' || missing <= 0) continue;
    const [before, after] = [cues[i - 1], cues[i + 1]];
    const roomBefore = roomIn(before);
    // Lips that rest are shut already, as they are before the beginning.
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
