import { type CaptionWord, captionsFor, toSrt, toVtt } from '../speech/index.ts';
import type { TranscriptBody } from './schemas.ts';

type Captioned = Pick<TranscriptBody, 'text' | 'words' | 'segments'>;

export function srtOf(transcript: Captioned): string {
  return toSrt(captionsFor(transcript.text, placedWords(transcript)));
}

export function vttOf(transcript: Captioned): string {
  return toVtt(captionsFor(transcript.text, placedWords(transcript)));
}

/** Every word with its place in the text; one that is not found there is shown with the word before it. */
function placedWords({ text, words }: Captioned): CaptionWord[] {
  const placed: CaptionWord[] = [];
  let from = 0;
  for (const { word, start, end } of words) {
    const at = text.indexOf(word, from);
    if (at < 0) continue;
    from = at + word.length;
    placed.push({ start, end, startChar: at, endChar: from });
  }
  return placed;
}
