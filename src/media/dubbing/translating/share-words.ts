import type { TranscriptWord } from '../../../../engines/transcription/index.ts';
import { overlap, type Span } from '../hearing/draft-line.ts';

/** Word times are inexact. */
const NEAR_SECONDS = 0.5;

/** The words of a translation, line by line: each where it is spoken. Null for a line without any. */
export function shareWords(words: readonly TranscriptWord[], lines: readonly Span[]): (string | null)[] {
  const texts = lines.map((): string[] => []);
  for (const sentence of sentencesOf(words)) {
    const span = { start: sentence[0]?.start ?? 0, end: sentence.at(-1)?.end ?? 0 };
    // The times of words are too inexact to split off the edges of a sentence, but a whole line within it has its own words.
    const within = lines.filter((line) => overlap(span, line) > (line.end - line.start) / 2);
    const whole = within.length <= 1 ? nearestLine(span, lines) : null;
    const places = sentence.map((word) => whole ?? nearestLine(word, lines));
    for (const [i, place] of cutAtCommas(places, sentence).entries())
      texts[place]?.push(sentence[i]?.word ?? '');
  }
  return texts.map((own) => (own.some((word) => /[\p{L}\p{N}]/u.test(word)) ? own.join(' ') : null));
}

/** A cut that is one word beside a comma was meant to be there. */
function cutAtCommas(places: readonly number[], words: readonly TranscriptWord[]): number[] {
  const moved = [...places];
  const isClauseEnd = (i: number): boolean => /[,;:]$/u.test(words[i]?.word ?? '');
  for (let i = 1; i < moved.length; i += 1) {
    const before = moved[i - 1] as number;
    const after = moved[i] as number;
    if (before === after || isClauseEnd(i - 1)) continue;
    if (moved[i - 2] === before && isClauseEnd(i - 2)) moved[i - 1] = after;
    else if (moved[i + 1] === after && isClauseEnd(i)) moved[i] = before;
  }
  return moved;
}

function sentencesOf(words: readonly TranscriptWord[]): TranscriptWord[][] {
  const sentences: TranscriptWord[][] = [[]];
  for (const word of words) {
    sentences.at(-1)?.push(word);
    if (/[.!?]["'”’)]*$/u.test(word.word)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
}

/** The line with the most of it, or else one that is near. −1: it is not of any line. */
function nearestLine(span: Span, lines: readonly Span[]): number {
  let best = -1;
  let nearness = -NEAR_SECONDS;
  for (const [i, line] of lines.entries()) {
    const shared = Math.min(span.end, line.end) - Math.max(span.start, line.start);
    if (shared > nearness) [best, nearness] = [i, shared];
  }
  return best;
}
