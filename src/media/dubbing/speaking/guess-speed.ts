import { MOST_RATE } from '../line-room.ts';
import type { SpokenBy } from './speak-text.ts';

/** `slot`: seconds until the original ends, or another line begins. */
type Line = { text: string; by: SpokenBy; slot: number };

/** Guesses how fast a line must be spoken, so that few are spoken twice. */
export type SpeedGuess = {
  speedFor(line: Line): number;
  /** Seconds that the line takes at the usual rate. */
  learn(line: Line, usual: number): void;
};

/** Every utterance takes this long in addition, for how a voice begins and ends. */
const EDGES = 0.2;
/** Listeners notice speech that is this much faster. A line that needs less is shortened afterwards. */
const LEAST_SPEED = 1.06;
/** Seconds of speech after which the pace of a voice is known. */
const KNOWN = 4;

export function createSpeedGuess(): SpeedGuess {
  const paces = new Map<SpokenBy, { characters: number; seconds: number }>();
  return {
    speedFor({ by, text, slot }) {
      const pace = paces.get(by);
      if (!pace || pace.seconds < KNOWN) return 1;
      const usual = EDGES + (text.length * pace.seconds) / pace.characters;
      const speed = Math.min(usual / slot, MOST_RATE);
      return speed < LEAST_SPEED ? 1 : speed;
    },
    learn({ by, text }, usual) {
      if (usual === 0) return;
      const { characters, seconds } = paces.get(by) ?? { characters: 0, seconds: 0 };
      paces.set(by, { characters: characters + text.length, seconds: seconds + Math.max(0, usual - EDGES) });
    },
  };
}
