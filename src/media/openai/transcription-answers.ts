import { deflateSync } from 'node:zlib';
import type { Answer } from '../../http/index.ts';
import { factsOf, isTextFormat, type TranscriptBody, textAnswer } from '../transcription/index.ts';
import { EVENT_STREAM, eventOf } from './events.ts';

export type AnswerShape = {
  format: string;
  task: 'transcribe' | 'translate';
  withWords: boolean;
  stream: boolean;
};

export function answerAs(result: TranscriptBody, { format, task, withWords, stream }: AnswerShape): Answer {
  if (stream)
    return {
      status: 200,
      headers: { ...factsOf(result), ...EVENT_STREAM },
      body: Buffer.from(eventsOf(result)),
    };
  if (isTextFormat(format)) return textAnswer(result, format);
  const { text, language, duration_seconds: duration, words } = result;
  if (format === 'json')
    return { status: 200, headers: factsOf(result), body: { text, usage: usageOf(result) } };
  return {
    status: 200,
    headers: factsOf(result),
    body: {
      task,
      language: nameOf(task === 'translate' ? 'en' : language),
      duration,
      text,
      segments: result.segments.map((segment, id) => segmentOf(segment, id, words)),
      ...(withWords && { words: words.map(({ word, start, end }) => ({ word, start, end })) }),
      usage: usageOf(result),
    },
  };
}

/** The engine gives its text at once; clients that read deltas get one for every segment. */
function eventsOf(result: TranscriptBody): string {
  const { text, segments } = result;
  const deltas = segments.map((segment, i) => (i === 0 ? segment.text : ` ${segment.text}`));
  return [
    ...deltas.map((delta) => eventOf({ type: 'transcript.text.delta', delta })),
    eventOf({ type: 'transcript.text.done', text, usage: usageOf(result) }),
  ].join('');
}

function usageOf({ duration_seconds: duration }: TranscriptBody) {
  return { type: 'duration', seconds: Math.ceil(duration) };
}

/** Clients refuse a segment that lacks one of Whisper's figures, also those that not every model has. */
function segmentOf(segment: TranscriptBody['segments'][number], id: number, words: TranscriptBody['words']) {
  const { start, end, text } = segment;
  const confidences = words
    .filter((word) => word.start >= start && word.start < end)
    .flatMap(({ confidence }) => (confidence ? [Math.log(confidence)] : []));
  const sum = confidences.reduce((total, one) => total + one, 0);
  const bytes = Buffer.from(text);
  return {
    id,
    // Whisper counts frames of 10 ms.
    seek: Math.round(start * 100),
    start,
    end,
    text,
    tokens: [],
    temperature: 0,
    avg_logprob: confidences.length === 0 ? 0 : sum / confidences.length,
    compression_ratio: bytes.length / deflateSync(bytes).length,
    no_speech_prob: 0,
  };
}

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

function nameOf(code: string): string {
  return (NAMES.of(code) ?? code).toLowerCase();
}
