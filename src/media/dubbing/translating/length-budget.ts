import { baseLanguage } from '../base-language.ts';
import type { DubLine } from '../project.ts';

/** Usual rates of speech. Languages of characters say more with each. */
const CHARACTERS_PER_SECOND: Record<string, number> = { zh: 5, ja: 7 };
const DEFAULT_CHARACTERS_PER_SECOND = 15;
/** A translation may need speech a fifth faster, a little less than `MOST_RATE` allows. */
const FASTER = 1.2;
/** A line may use this much of the pause after it. More would be speech while the picture shows a closed mouth. */
const MOST_PAUSE_SECONDS = 2;
/** Below, there is no translation. */
const LEAST_CHARACTERS = 8;

/** Returns how many characters fit into the time of a line and the pause after it. */
export function maxCharacters(line: DubLine, next: DubLine | undefined, target: string): number {
  const until = Math.min(next?.start ?? Infinity, line.end + MOST_PAUSE_SECONDS);
  const rate = CHARACTERS_PER_SECOND[baseLanguage(target)] ?? DEFAULT_CHARACTERS_PER_SECOND;
  return Math.max(LEAST_CHARACTERS, Math.floor((until - line.start) * rate * FASTER));
}
