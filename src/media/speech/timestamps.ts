import { type Static, Type } from '@sinclair/typebox';
import { AUDIO_FORMATS } from '../../../engines/codec/index.ts';
import { type CaptionWord, captionsFor, toSrt, toVtt } from './captions.ts';
import { offsetAsSent } from './disclosure.ts';
import { SpeechRequestSchema } from './schemas.ts';
import type { Speech } from './speak.ts';

const CaptionFormat = Type.Union([Type.Literal('srt'), Type.Literal('vtt')], {
  description: 'Also return captions in this format.',
});

export const TimedSpeechRequestSchema = Type.Composite([
  SpeechRequestSchema,
  Type.Object({ captions: Type.Optional(CaptionFormat) }),
]);
type TimedSpeechRequest = Static<typeof TimedSpeechRequestSchema>;

const Seconds = Type.Number({ minimum: 0, description: 'Seconds from the start of the audio.' });
const Offset = Type.Integer({
  minimum: 0,
  description: 'Index of a character (code point) in the text as sent.',
});

export const TimedSpeechSchema = Type.Object({
  audio: Type.String({ description: 'The audio file, base64.' }),
  format: Type.Unsafe<(typeof AUDIO_FORMATS)[number]>({ type: 'string', enum: AUDIO_FORMATS }),
  duration_seconds: Type.Number(),
  characters: Type.Integer({ description: 'Characters charged.' }),
  model: Type.String(),
  history_id: Type.String({
    description: 'Id in GET /api/v1/history. Captions are at /api/v1/tts/{history_id}.srt and .vtt.',
  }),
  words: Type.Array(
    Type.Object({
      word: Type.String({ description: 'As written in the text: "$3.50".' }),
      start: Seconds,
      end: Seconds,
      start_char: Offset,
      end_char: Offset,
    }),
  ),
  languages: Type.Array(
    Type.Object({ language: Type.String({ examples: ['fr'] }), start_char: Offset, end_char: Offset }),
    { description: 'The parts of the text in one language, in order: several with `auto` or marked words.' },
  ),
  disclosure: Type.Optional(
    Type.Object(
      { text: Type.String(), start: Seconds, end: Seconds },
      { description: 'The sentence that a computer made the voice, if it was asked for, with its times.' },
    ),
  ),
  alignment: Type.Object(
    {
      characters: Type.Array(Type.String()),
      start_times: Type.Array(Seconds),
      end_times: Type.Array(Seconds),
    },
    { description: 'Three lists of equal length: every character of the text as sent, with its times.' },
  ),
  captions: Type.Optional(Type.String({ description: 'SRT or WebVTT, if requested.' })),
});
type TimedSpeech = Static<typeof TimedSpeechSchema>;

/** One entry per character of the text as it was sent; times in seconds. */
export type Alignment = { characters: string[]; startTimes: number[]; endTimes: number[] };

type Times = Pick<
  TimedSpeech,
  'words' | 'languages' | 'alignment' | 'duration_seconds' | 'captions' | 'disclosure'
>;
type Spoken = Pick<Speech, 'text' | 'words' | 'languages' | 'durationSeconds' | 'disclosure'>;

/** Everything refers to the text as it was sent, but the captions: they have all that is heard. */
export function describeTimes(
  { text, captions }: Pick<TimedSpeechRequest, 'text' | 'captions'>,
  spoken: Spoken,
): Times {
  const { durationSeconds: duration } = spoken;
  const { words, languages, disclosure } = asSent(spoken);
  const begins = disclosure?.end ?? 0;
  const { characters, startTimes, endTimes } = alignCharacters(text, words, { begins, duration });
  const offsetOf = characterOffsets(text);
  const listed = words.map(({ start, end, startChar, endChar }) => ({
    word: text.slice(startChar, endChar),
    start,
    end,
    start_char: offsetOf(startChar),
    end_char: offsetOf(endChar),
  }));
  const write = captions === 'srt' ? toSrt : toVtt;
  return {
    duration_seconds: duration,
    words: listed,
    languages: languages.map(({ language, start, end }) => ({
      language,
      start_char: offsetOf(start),
      end_char: offsetOf(end),
    })),
    ...(disclosure && { disclosure }),
    alignment: { characters, start_times: startTimes, end_times: endTimes },
    ...(captions && { captions: write(captionsFor(spoken.text, spoken.words, duration)) }),
  };
}

/** Takes the sentence that a computer made the voice out of the words. */
function asSent({ text, words, languages, disclosure: place }: Spoken) {
  if (!place) return { words, languages, disclosure: undefined };
  const isInside = (offset: number): boolean => offset >= place.start && offset < place.end;
  const said = words.filter(({ startChar }) => isInside(startChar));
  const sent = (offset: number): number => offsetAsSent(place, offset);
  return {
    disclosure: {
      text: text.slice(place.start, place.end),
      start: said[0]?.start ?? 0,
      end: said.at(-1)?.end ?? 0,
    },
    words: words
      .filter(({ startChar }) => !isInside(startChar))
      .map((word) => ({ ...word, startChar: sent(word.startChar), endChar: sent(word.endChar) })),
    languages: languages
      .map((span) => ({ ...span, start: sent(span.start), end: sent(span.end) }))
      .filter(({ start, end }) => start < end),
  };
}

/** The characters of a word share its time evenly; those between two words share the gap. */
export function alignCharacters(
  text: string,
  words: readonly CaptionWord[],
  { begins = 0, duration }: { begins?: number; duration: number },
): Alignment {
  const alignment: Alignment = { characters: [], startTimes: [], endTimes: [] };
  const spread = (part: string, start: number, end: number): void => {
    const characters = [...part];
    characters.forEach((character, i) => {
      alignment.characters.push(character);
      alignment.startTimes.push(rounded(start + ((end - start) * i) / characters.length));
      alignment.endTimes.push(rounded(start + ((end - start) * (i + 1)) / characters.length));
    });
  };
  let at = 0;
  let seconds = begins;
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
