import { type Span, totalSeconds } from '../voice-activity/index.ts';
import type { RecognisedSegment, RecognisedWord } from './window.ts';

/** Fixed time per word, in letters. */
const WORD_WEIGHT = 1.5;

/**
 * Estimates word times for a text that has none: words share the time of the speech in proportion to their length.
 * Pauses come from the detector, so the error is that of the pace within a phrase: about a syllable.
 */
export function spreadWords(text: string, speech: readonly Span[]): RecognisedSegment[] {
  const words = text.split(/\s+/u).filter((word) => word !== '');
  const weights = words.map((word) => word.replace(/[^\p{L}\p{N}]/gu, '').length + WORD_WEIGHT);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  const total = totalSeconds(speech);
  let before = 0;
  const timed: RecognisedWord[] = words.map((word, i) => {
    const start = momentAt(speech, (before / whole) * total, 'start');
    before += weights[i] ?? 0;
    return { word, start, end: momentAt(speech, (before / whole) * total, 'end') };
  });
  return sentencesOf(timed);
}

/** The moment after this many seconds of speech. At a pause: its end for a start, its start for an end. */
function momentAt(speech: readonly Span[], seconds: number, edge: 'start' | 'end'): number {
  let left = seconds;
  for (const [i, { start, end }] of speech.entries()) {
    const length = end - start;
    const isLast = i === speech.length - 1;
    if (left < length - 1e-6 || isLast || (edge === 'end' && left <= length + 1e-6))
      return start + Math.min(left, length);
    left -= length;
  }
  return 0;
}

function sentencesOf(words: readonly RecognisedWord[]): RecognisedSegment[] {
  const sentences: RecognisedWord[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (/[.!?]["'”’)]*$/u.test(word.word)) sentences.push([]);
  }
  return sentences
    .filter((sentence) => sentence.length > 0)
    .map((sentence) => ({
      start: sentence[0]?.start ?? 0,
      end: sentence.at(-1)?.end ?? 0,
      text: sentence.map(({ word }) => word).join(' '),
      words: sentence,
    }));
}
