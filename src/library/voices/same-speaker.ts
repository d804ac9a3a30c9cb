import { printCosine } from '../../engines/voice-cloning/index.ts';

/**
 * Recordings of one person score 0.82 to 0.93, of different people −0.03 to 0.64 (assets/voices/README.md); this lies in
 * the middle of the gap.
 */
const SAME_SPEAKER = 0.73;

/** Whether two prints are of one person, as far as the figure can tell. */
export function isSameSpeaker(one: ArrayLike<number>, other: ArrayLike<number>): boolean {
  return printCosine(one, other) >= SAME_SPEAKER;
}
