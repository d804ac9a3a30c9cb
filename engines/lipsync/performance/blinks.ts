import { between, type Chance } from '../../dsp/index.ts';
import type { MouthTrack } from '../types.ts';
import type { FaceEvent } from './events.ts';

const APART_SECONDS = { least: 2.4, most: 5.2 };
/** People tend to blink at the end of a phrase: a blink this close to a pause moves to it. */
const PAUSE_WITHIN_SECONDS = 0.7;
const LEAST_APART_SECONDS = 1.2;
const DOUBLE_SHARE = 0.12;
/** Lids close faster than they open, and slowly enough that 25 frames per second show them half-way. */
const SHAPE = { riseSeconds: 0.12, holdSeconds: 0, fallSeconds: 0.17, amount: 1 };
/** Time between the two closures of a double blink. */
const DOUBLE_SECONDS = 0.32;

export function blinksOf({ cues, durationSeconds }: MouthTrack, chance: Chance): FaceEvent[] {
  const pauses = cues.filter(({ viseme }) => viseme === 'sil').map(({ startSeconds }) => startSeconds + 0.1);
  const blinks: FaceEvent[] = [];
  let at = between(chance, 0.8, 2.2);
  while (at < durationSeconds) {
    const pause = pauses.find((seconds) => Math.abs(seconds - at) < PAUSE_WITHIN_SECONDS);
    const last = blinks.at(-1)?.peakSeconds ?? 0;
    const peakSeconds = Math.max(pause ?? at, last + LEAST_APART_SECONDS);
    blinks.push({ peakSeconds, ...SHAPE });
    if (chance() < DOUBLE_SHARE) blinks.push({ peakSeconds: peakSeconds + DOUBLE_SECONDS, ...SHAPE });
    at = peakSeconds + between(chance, APART_SECONDS.least, APART_SECONDS.most);
  }
  return blinks;
}
