import { type CaptionWord, captionsFor, toSrt, toVtt } from './captions.ts';
import type { TimedSpeech, TimedSpeechRequest } from './schemas.ts';
import type { Speech } from './speak.ts';

/** One entry per character of the text as it was sent; times in seconds. */
export type Alignment = { characters: string[]; startTimes: number[]; endTimes: number[] };

type Times = Pick<TimedSpeech, 'words' | 'languages' | 'alignment' | 'duration_seconds' | 'captions'>;

export function describeTimes(
  { text, captions }: Pick<TimedSpeechRequest, 'text' | 'captions'>,
  { words, languages, durationSeconds: duration }: Pick<Speech, 'words' | 'languages' | 'durationSeconds'>,
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
    languages: languages.map(({ language, start, end }) => ({
      language,
      start_char: offsetOf(start),
      end_char: offsetOf(end),
    })),
    alignment: { characters, start_times: startTimes, end_times: endTimes },
    ...(captions && { captions: (captions === 'srt' ? toSrt : toVtt)(captionsFor(text, words, duration)) }),
  };
}

/** The characters of a word share its time evenly; those between two words share the gap. */
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

/** Converts UTF-16 offsets to code points, which is what the API calls characters. */
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
