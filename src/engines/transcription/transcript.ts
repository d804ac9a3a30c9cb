import type { Transcript, TranscriptWord } from './types.ts';
import type { Span } from './vad/spans.ts';
import { UNSPACED } from './whisper/tokens.ts';
import type { HeardSegment, HeardWord } from './window.ts';

/** Segments of one window, and the second at which it begins. */
export type Timed = { offset: number; segments: readonly HeardSegment[] };

type Facts = { language: string; model: string; spans?: readonly Span[] };

/** One transcript out of windows in any order. */
export function toTranscript(windows: readonly Timed[], { language, model, spans = [] }: Facts): Transcript {
  const segments = windows
    .toSorted((a, b) => a.offset - b.offset || startOf(a) - startOf(b))
    .flatMap(({ offset, segments: own }) => own.map((segment) => moved(segment, offset, spans)))
    .filter(({ text }) => text !== '');
  const joint = UNSPACED.has(language) ? '' : ' ';
  return {
    text: segments.map(({ text }) => text).join(joint),
    language,
    segments: segments.map(({ start, end, text }) => ({ start: rounded(start), end: rounded(end), text })),
    words: segments.flatMap(({ words }) => words.map(toWord)),
    model,
  };
}

function startOf({ segments }: Timed): number {
  return segments[0]?.start ?? 0;
}

/** A segment lasts from its first word to its last, where words have times. */
function moved(segment: HeardSegment, offset: number, spans: readonly Span[]): HeardSegment {
  const words = segment.words.map((word) =>
    intoSpeech({ ...word, start: word.start + offset, end: word.end + offset }, spans),
  );
  return {
    text: segment.text,
    start: words[0]?.start ?? segment.start + offset,
    end: words.at(-1)?.end ?? segment.end + offset,
    words,
  };
}

/** A recogniser lets a word begin with the silence before it and end with the one behind; the detector knows better. */
function intoSpeech(word: HeardWord, spans: readonly Span[]): HeardWord {
  const touched = spans.filter((span) => span.end > word.start && span.start < word.end);
  const [first, last] = [touched[0], touched.at(-1)];
  if (!first || !last) return word;
  return { ...word, start: Math.max(word.start, first.start), end: Math.min(word.end, last.end) };
}

function toWord({ word, start, end, confidence }: HeardWord): TranscriptWord {
  return {
    word,
    start: rounded(start),
    end: rounded(end),
    ...(confidence !== undefined && { confidence: rounded(confidence) }),
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
