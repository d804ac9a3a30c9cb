import type { Rested } from './rests.ts';
import type { Sound } from './sounds.ts';
import type { TimedPhoneme, TimedWord } from './types.ts';

/** The model's durations are in frames, which add up to exactly the length of its audio. */
export const SAMPLES_PER_FRAME = 600;
/**
 * The model's audio runs ahead of its own frame count: the silence of a stop comes some 60 to 75 ms before the frames of
 * its symbol, a fricative 40 to 60 ms (medians of a few voices; single sounds vary more). This is in the middle.
 */
export const LEAD_SAMPLES = 1_500;

const STRESS = new Map<string, 'primary' | 'secondary'>([
  ['ˈ', 'primary'],
  ['ˌ', 'secondary'],
]);
const SILENT = /[\s;:,.!?—…"()“”]/u;

/** Computes the times of each word and phoneme. `frames` has one entry per symbol, and one for the pad on either side. */
export function timingsOf(
  sounds: readonly Sound[],
  frames: readonly number[],
  { start, end, from }: Rested['voice'],
): { words: TimedWord[]; phonemes: TimedPhoneme[] } {
  if (frames.length !== sounds.length + 2)
    throw new Error(`${frames.length} durations for ${sounds.length} symbols`);
  const words: TimedWord[] = [];
  const phonemes: TimedPhoneme[] = [];
  const clampToVoice = (sample: number): number => Math.min(Math.max(start + sample - from, start), end);
  let sample = (frames[0] ?? 0) * SAMPLES_PER_FRAME - LEAD_SAMPLES;
  let stressed: { startSample: number; stress: 'primary' | 'secondary' } | undefined;
  sounds.forEach(({ symbol, word }, i) => {
    const startSample = clampToVoice(sample);
    sample += (frames[i + 1] ?? 0) * SAMPLES_PER_FRAME;
    const endSample = clampToVoice(sample);
    const last = words.at(-1);
    if (!word) return;
    if (last?.start === word.start && last.end === word.end) last.endSample = endSample;
    else words.push({ start: word.start, end: word.end, startSample, endSample });
    // A stress mark has a duration but no sound; it is added to the sound after it.
    const stress = STRESS.get(symbol);
    if (stress) stressed ??= { startSample, stress };
    else if (!SILENT.test(symbol)) {
      phonemes.push({ symbol, startSample, endSample, ...stressed });
      stressed = undefined;
    }
  });
  return { words, phonemes };
}
