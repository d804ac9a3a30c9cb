import { likeness, splitInTwo, withPitch } from '../../diarization/index.ts';
import type { Voiceprints } from '../../speaker-embedding/index.ts';
import type { Span } from '../../voice-activity/index.ts';

/** Similarity of the two voices that differ most, over all that they say. 1 if there is only one voice. */
export async function leastLikeness(
  voiceprints: Voiceprints,
  {
    samples,
    pitches,
    speech,
  }: {
    samples: Float32Array;
    /** `pitchesOf` returns them. */
    pitches: Float64Array;
    speech: readonly Span[];
  },
): Promise<number> {
  if (speech.length === 0) return 1;
  const voices = await voiceprints.analyse(samples, speech);
  const sides = splitInTwo(withPitch(voices, pitches, speech), speech);
  if (!sides) return 1;
  const [one, other] = sides.map((cells) => voices.print(cells.map(({ stretch }) => stretch)));
  return one && other ? likeness(one, other) : 1;
}
