import type { Turn } from '../diarization/index.ts';
import type { Span } from '../voice-activity/index.ts';
import { labelSegments } from './speakers/label-segments.ts';
import type { Transcript, TranscriptSegment, TranscriptWord } from './types.ts';
import { UNSPACED } from './whisper/tokens.ts';
import type { RecognisedSegment, RecognisedWord } from './window.ts';

/** Segments of one window, and its offset in seconds. */
export type Timed = { offset: number; segments: readonly RecognisedSegment[] };

type Facts = {
  language: string;
  model: string;
  spans?: readonly Span[];
  turns?: readonly Turn[] | undefined;
};

/** Builds one transcript from windows in any order, with speakers if turns are given. */
export function toTranscript(windows: readonly Timed[], facts: Facts): Transcript {
  const { language, model, spans = [], turns } = facts;
  const recognised = windows
    .toSorted((a, b) => a.offset - b.offset || startOf(a) - startOf(b))
    .flatMap(({ offset, segments: own }) => own.map((segment) => moved(segment, offset, spans)))
    .filter(({ text }) => text !== '');
  const joint = UNSPACED.has(language) ? '' : ' ';
  const { segments, ...labels } = turns ? labelSegments(recognised, turns, joint) : { segments: recognised };
  return {
    text: segments.map(({ text }) => text).join(joint),
    language,
    segments: segments.map(toSegment),
    words: segments.flatMap(({ words }) => words.map(toWord)),
    model,
    ...labels,
  };
}

function startOf({ segments }: Timed): number {
  return segments[0]?.start ?? 0;
}

/** A segment lasts from its first word to its last, if words have times. */
function moved(segment: RecognisedSegment, offset: number, spans: readonly Span[]): RecognisedSegment {
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

/** Recognisers include surrounding silence in words; the detector is more precise. */
function intoSpeech(word: RecognisedWord, spans: readonly Span[]): RecognisedWord {
  const touched = spans.filter((span) => span.end > word.start && span.start < word.end);
  const first = touched[0];
  const last = touched.at(-1);
  if (!first || !last) return word;
  return { ...word, start: Math.max(word.start, first.start), end: Math.min(word.end, last.end) };
}

function toSegment({ start, end, text, speaker }: RecognisedSegment): TranscriptSegment {
  return { start: rounded(start), end: rounded(end), text, ...(speaker !== undefined && { speaker }) };
}

function toWord({ word, start, end, confidence, speaker }: RecognisedWord): TranscriptWord {
  return {
    word,
    start: rounded(start),
    end: rounded(end),
    ...(confidence !== undefined && { confidence: rounded(confidence) }),
    ...(speaker !== undefined && { speaker }),
  };
}

function rounded(seconds: number): number {
  return Math.round(seconds * 100) / 100;
}
