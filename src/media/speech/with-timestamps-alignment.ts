import type { SpeechChunk } from '../../engines/speech/index.ts';
import type { CaptionWord } from './captions.ts';

/** One entry for each character of the text as it was sent; seconds. */
export type Alignment = { characters: string[]; startTimes: number[]; endTimes: number[] };

/** The words of all chunks on one clock. A word that was said in two parts is one again. */
export function joinWords(
  chunks: readonly Pick<SpeechChunk, 'samples' | 'words'>[],
  sampleRate: number,
): CaptionWord[] {
  const joined: CaptionWord[] = [];
  let offset = 0;
  for (const { samples, words } of chunks) {
    for (const word of words) {
      const [start, end] = [(offset + word.startSample) / sampleRate, (offset + word.endSample) / sampleRate];
      const last = joined.at(-1);
      if (last?.startChar === word.start && last.endChar === word.end) last.end = rounded(end);
      else
        joined.push({ start: rounded(start), end: rounded(end), startChar: word.start, endChar: word.end });
    }
    offset += samples.length;
  }
  return joined;
}

/** Characters of a word share its time evenly; what stands between two words, the time between them. */
export function alignCharacters(text: string, words: readonly CaptionWord[], duration: number): Alignment {
  const alignment: Alignment = { characters: [], startTimes: [], endTimes: [] };
  const spread = (part: string, start: number, end: number): void => {
    const characters = [...part];
    characters.forEach((character, i) => {
      alignment.characters.push(character);
      alignment.startTimes.push(rounded(start + ((end - start) * i) / characters.length));
      alignment.endTimes.push(rounded(start + ((end - start) * (i + 1)) / characters.length));
    });
  };
  let [at, seconds] = [0, 0];
  for (const { start, end, startChar, endChar } of words) {
    spread(text.slice(at, startChar), seconds, start);
    spread(text.slice(startChar, endChar), start, end);
    [at, seconds] = [endChar, end];
  }
  spread(text.slice(at), seconds, duration);
  return alignment;
}

/** UTF-16 offsets as those of code points, which are what characters are everywhere in the API. */
export function characterOffsets(text: string): (utf16: number) => number {
  const offsets = new Uint32Array(text.length + 1);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    offsets[i] = count;
    const isPair = (text.codePointAt(i) ?? 0) > 0xffff;
    if (isPair) offsets[++i] = count;
    count++;
  }
  offsets[text.length] = count;
  return (utf16) => offsets[utf16] ?? count;
}

function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000;
}
