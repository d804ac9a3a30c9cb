import type { Answer } from '../../http/index.ts';
import { srtOf, vttOf } from './captions.ts';
import { UnknownFormat } from './errors.ts';
import { FORMATS, type TranscriptBody } from './schemas.ts';
import { speechesOf } from './speeches.ts';

const TEXT_TYPES = {
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

export type TextFormat = keyof typeof TEXT_TYPES;

export function isTextFormat(format: string): format is TextFormat {
  return Object.hasOwn(TEXT_TYPES, format);
}

export function textAnswer(result: TranscriptBody, format: TextFormat): Answer {
  const body = format === 'srt' ? srtOf(result) : format === 'vtt' ? vttOf(result) : plainText(result);
  return {
    status: 200,
    headers: { ...factsOf(result), 'content-type': TEXT_TYPES[format] },
    body: Buffer.from(body),
  };
}

function plainText(result: TranscriptBody): string {
  const lines = speechesOf(result).map(({ name, text }) => (name === undefined ? text : `${name}: ${text}`));
  return `${lines.join('\n')}\n`;
}

export function answerIn(result: TranscriptBody, format: string): Answer {
  if (isTextFormat(format)) return textAnswer(result, format);
  if (format !== 'json') throw new UnknownFormat(FORMATS);
  return { status: 200, headers: factsOf(result), body: result };
}

/** Headers of every answer. */
export function factsOf({ model, credits }: TranscriptBody): Record<string, string> {
  return { 'x-model': model, 'x-credits': String(credits) };
}
