import { isVowel } from '../articulation.ts';
import { meanLoudness } from '../loudness.ts';
import type { MouthTrack } from '../types.ts';
import type { FaceEvent } from './events.ts';

const NOD = { apartSeconds: 0.55, least: 0.62, riseSeconds: 0.16, holdSeconds: 0, fallSeconds: 0.34 };
const BROWS = { apartSeconds: 1.3, least: 0.78, riseSeconds: 0.2, holdSeconds: 0.12, fallSeconds: 0.5 };

/** The head nods on stressed syllables. */
export function nodsOf(track: MouthTrack): FaceEvent[] {
  return accentsOf(track, NOD);
}

/** Brows rise on fewer of them; on all of them the face would look surprised. */
export function browsOf(track: MouthTrack): FaceEvent[] {
  return accentsOf(track, BROWS);
}

function accentsOf({ cues, loudness }: MouthTrack, shape: typeof NOD): FaceEvent[] {
  const accents: FaceEvent[] = [];
  const { apartSeconds, least, ...times } = shape;
  for (const { viseme, stress, startSeconds, endSeconds } of cues) {
    if (!isVowel(viseme)) continue;
    const weight = 0.6 * stress + 0.4 * meanLoudness(loudness, startSeconds, endSeconds);
    const peakSeconds = (startSeconds + endSeconds) / 2;
    const last = accents.at(-1);
    if (weight < least || (last && peakSeconds - last.peakSeconds < apartSeconds)) continue;
    accents.push({ peakSeconds, ...times, amount: (weight - least) / (1 - least) });
  }
  return accents;
}
