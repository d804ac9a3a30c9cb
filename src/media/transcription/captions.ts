import { type CaptionWord, type Cue, captionsFor, toSrt, toVtt } from '../speech/index.ts';
import type { TranscriptBody } from './schemas.ts';
import { speechesOf } from './speeches.ts';

type Captioned = Pick<TranscriptBody, 'text' | 'words' | 'segments' | 'duration_seconds'>;
type Words = TranscriptBody['words'];

export function srtOf(transcript: Captioned): string {
  return toSrt(cuesOf(transcript));
}

export function vttOf(transcript: Captioned): string {
  return toVtt(cuesOf(transcript));
}

/** Makes cues. With speaker labels, no cue mixes speakers and the first cue of each turn names its speaker. */
function cuesOf(transcript: Captioned): Cue[] {
  const { duration_seconds: seconds } = transcript;
  return speechesOf(transcript).flatMap(({ name, text, words }) => {
    if (name === undefined) return captionsFor(text, placedWords(text, words), seconds);
    const prefix = `${name}: `;
    const [first, ...rest] = placedWords(prefix + text, words);
    if (!first) return [];
    // The prefix counts as part of the first word, so that line breaking includes it.
    return captionsFor(prefix + text, [{ ...first, startChar: 0 }, ...rest], seconds);
  });
}

/** Words with their position in the text. Those not found there are skipped; text between words goes to a neighbour. */
function placedWords(text: string, words: Words): CaptionWord[] {
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
