import { findTurns, likeness, stretchesOf, withPitch } from '../../diarization/index.ts';
import { pitchesOf } from '../../dsp/index.ts';
import type { Voiceprints } from '../../speaker-embedding/index.ts';
import type { Span } from '../../voice-activity/index.ts';

const MOST_SPEAKERS = 4;
/**
 * Of all that two have said. Who reads separate lines is often taken for two by their turns alone: 10 of 32 people, and
 * with this 2; of pairs of people, half are then told apart, of pairs of our presets nearly all.
 */
const ONE_VOICE = 0.55;

/** Those who speak for some seconds and whose voices are clearly not the same. */
export async function countSpeakers(
  voiceprints: Voiceprints,
  samples: Float32Array,
  spoken: readonly Span[],
): Promise<number> {
  if (spoken.length === 0) return 0;
  const voices = await voiceprints.analyse(samples, spoken);
  const pitched = withPitch(voices, pitchesOf(samples), spoken);
  const turns = findTurns(pitched, spoken, { maxSpeakers: MOST_SPEAKERS });
  const different: Float32Array[] = [];
  for (const speaker of new Set(turns.map((turn) => turn.speaker))) {
    const own = turns.filter((turn) => turn.speaker === speaker);
    const print = voices.print(stretchesOf(own, spoken, voices.steps));
    if (different.every((other) => likeness(print, other) < ONE_VOICE)) different.push(print);
  }
  return different.length;
}
