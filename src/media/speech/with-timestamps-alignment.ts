import { type CaptionWord, captionsFor, toSrt, toVtt } from './captions.ts';
import type { TimedSpeech, TimedSpeechRequest } from './with-timestamps-schemas.ts';

/** One entry for each character of the text as it was sent; seconds. */
export type Alignment = { characters: string[]; startTimes: number[]; endTimes: number[] };

type Times = Pick<TimedSpeech, 'words' | 'alignment' | 'duration_seconds' | 'captions'>;

export function describeTimes(
  { text, captions }: Pick<TimedSpeechRequest, 'text' | 'captions'>,
  words: readonly CaptionWord[],
  duration: number,
): Times {
  const { characters, startTimes, endTimes } = alignCharacters(text, words, duration);
  const offsetOf = characterOffsets(text);
  const listed = words.map(({ start, end, startChar, endChar }) => ({
    word: text.slice(startChar, endChar),
    start,
    end,
    start_char: offsetOf(startChar),
    end_char: offsetOf(endChar),
  }));
  return {
    duration_seconds: duration,
    words: listed,
    alignment: { characters, start_times: startTimes, end_times: endTimes },
    ...(captions && { captions: (captions === 'srt' ? toSrt : toVtt)(captionsFor(text, words)) }),
  };
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
