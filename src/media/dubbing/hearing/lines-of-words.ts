import { type TranscriptWord, UNSPACED_LANGUAGES } from '../../../../engines/transcription/index.ts';
import type { Span } from './draft-line.ts';

/** One speaker says this without a long pause. */
export type HeardLine = Span & { text: string; speaker: string | undefined };

type Words = TranscriptWord[];

/** A longer line could not keep to the picture. */
const LONGEST_SECONDS = 10;
/** A line that is shorter goes with its neighbour. */
const SHORT_SECONDS = 0.7;
/** Two sentences stay one line if one of them is no longer. */
const BRIEF_SECONDS = 2;
/** Sentences with a longer pause between them are not joined. */
const JOINED_PAUSE_SECONDS = 0.5;
/** A longer pause ends the line, even within a sentence: the picture shows that nobody speaks. */
const BREAK_SECONDS = 0.8;
/** A comma counts as much as this many seconds of pause when a sentence must be cut. */
const COMMA_SECONDS = 0.4;
/** A cut at the very edge of a sentence loses this many seconds of pause. */
const EDGE_SECONDS = 0.5;

const SENTENCE_END = /[.!?…。！？｡।؟]["'”’»）)」』]*$/u;
const CLAUSE_END = /[,;:、，；：،]["'”’»）)」』]*$/u;

/** Lines of one or two sentences. A line ends where the speaker changes. */
export function linesOfWords(words: readonly TranscriptWord[], language: string): HeardLine[] {
  const lines: { words: Words; sentences: number }[] = [];
  for (const sentence of sentencesOf(words).flatMap(cutLong)) {
    const last = lines.at(-1);
    if (last && belongTogether(last.words, sentence, last.sentences)) {
      last.words.push(...sentence);
      last.sentences += 1;
    } else lines.push({ words: [...sentence], sentences: 1 });
  }
  return lines.map(({ words: own }) => ({
    ...spanOf(own),
    text: textOf(own, language),
    speaker: own[0]?.speaker,
  }));
}

/** Joins words as the language writes them. Languages without spaces put one only between foreign words. */
export function textOf(words: readonly TranscriptWord[], language: string): string {
  const isSpaced = !UNSPACED_LANGUAGES.has(language);
  let text = '';
  for (const { word } of words) {
    const needsSpace =
      isSpaced || (/[\p{Script=Latin}\p{N}]$/u.test(text) && /^\p{Script=Latin}/u.test(word));
    text += text !== '' && needsSpace ? ` ${word}` : word;
  }
  return text.trim();
}

function sentencesOf(words: readonly TranscriptWord[]): Words[] {
  const sentences: Words[] = [];
  for (const word of words) {
    const last = sentences.at(-1);
    const before = last?.at(-1);
    const goesOn =
      before !== undefined &&
      before.speaker === word.speaker &&
      !SENTENCE_END.test(before.word) &&
      word.start - before.end < BREAK_SECONDS;
    if (last && goesOn) last.push(word);
    else sentences.push([word]);
  }
  return sentences;
}

/** Cuts a long line at a long pause or a comma, and prefers the middle to an edge. */
function cutLong(words: Words): Words[] {
  if (secondsOf(words) <= LONGEST_SECONDS || words.length < 2) return [words];
  const { start, end } = spanOf(words);
  const middle = (start + end) / 2;
  const half = (end - start) / 2;
  let best = 1;
  let bestScore = -Infinity;
  for (let i = 1; i < words.length; i += 1) {
    const before = words[i - 1] as TranscriptWord;
    const after = words[i] as TranscriptWord;
    const comma = CLAUSE_END.test(before.word) ? COMMA_SECONDS : 0;
    const aside = EDGE_SECONDS * (Math.abs((before.end + after.start) / 2 - middle) / half);
    const score = after.start - before.end + comma - aside;
    if (score > bestScore) [best, bestScore] = [i, score];
  }
  return [...cutLong(words.slice(0, best)), ...cutLong(words.slice(best))];
}

function belongTogether(line: Words, next: Words, sentences: number): boolean {
  const last = line.at(-1);
  const first = next[0];
  if (!last || !first || last.speaker !== first.speaker) return false;
  if (first.start - last.end >= JOINED_PAUSE_SECONDS || secondsOf([...line, ...next]) > LONGEST_SECONDS)
    return false;
  const shorter = Math.min(secondsOf(line), secondsOf(next));
  return shorter < SHORT_SECONDS || (sentences === 1 && shorter < BRIEF_SECONDS);
}

function spanOf(words: Words): Span {
  const start = words[0]?.start ?? 0;
  return { start, end: Math.max(start, words.at(-1)?.end ?? start) };
}

function secondsOf(words: Words): number {
  const { start, end } = spanOf(words);
  return end - start;
}
