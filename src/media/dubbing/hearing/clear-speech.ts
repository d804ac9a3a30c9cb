import type { VoiceMaker } from '../../../library/voices/index.ts';
import { keepFilmSpeech } from '../film-speech.ts';
import { withoutBackground } from '../without-background.ts';

/**
 * Music under the speech makes one speaker sound like several: of two people with music 15 dB below them, four were heard, and
 * their sentences were cut apart. Without the music there were two. Less than this, in dB below the speech, does no harm.
 */
const HARMLESS_DB = -22;

/** The film without what is heard under the speech, if that is loud enough to mislead. The speech is kept for mixing. */
export async function clearSpeech(
  voiceMaker: Pick<VoiceMaker, 'removeNoise'>,
  { samples, folder }: { samples: Float32Array; folder: string },
  signal: AbortSignal,
): Promise<Float32Array> {
  const clean = await withoutBackground(voiceMaker, samples, signal);
  if (clean === samples) return samples;
  await keepFilmSpeech(folder, clean);
  return removedDb(samples, clean) < HARMLESS_DB ? samples : clean;
}

function removedDb(samples: Float32Array, clean: Float32Array): number {
  let removed = 0;
  let kept = 0;
  for (let i = 0; i < samples.length; i += 1) {
    const speech = clean[i] ?? 0;
    removed += ((samples[i] ?? 0) - speech) ** 2;
    kept += speech * speech;
  }
  return 10 * Math.log10(removed / Math.max(kept, Number.MIN_VALUE));
}
