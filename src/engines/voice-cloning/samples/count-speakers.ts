import { findTurns, likeness, stretchesOf, withPitch } from '../../diarization/index.ts';
import type { Voiceprints } from '../../speaker-embedding/index.ts';
import type { Span } from '../../voice-activity/index.ts';

const MOST_SPEAKERS = 4;
/**
 * From this similarity, over all that they say, two speakers count as one. By turns alone, one person who reads
 * separate lines is often taken for two: 10 of 32 people, and 2 with this check. It still tells apart half of the pairs
 * of people and nearly all pairs of our presets.
 */
const ONE_VOICE = 0.55;

/** Speakers with some seconds of speech whose voices clearly differ. */
export async function countSpeakers(
  voiceprints: Voiceprints,
  {
    samples,
    pitches,
    speech,
  }: {
    samples: Float32Array;
    /** From `pitchesOf`. */
    pitches: Float64Array;
    speech: readonly Span[];
  },
): Promise<number> {
  if (speech.length === 0) return 0;
  const voices = await voiceprints.analyse(samples, speech);
  const pitched = withPitch(voices, pitches, speech);
  const turns = findTurns(pitched, speech, { maxSpeakers: MOST_SPEAKERS });
  const different: Float32Array[] = [];
  for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
    const own = turns.filter((turn) => turn.speaker === speaker);
    const print = voices.print(stretchesOf(own, speech, voices.steps));
    if (different.every((other) => likeness(print, other) < ONE_VOICE)) different.push(print);
  }
  return different.length;
}
