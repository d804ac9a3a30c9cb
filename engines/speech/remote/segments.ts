import { SEGMENT_EDGE_SECONDS, wordsSeconds } from '../estimate-seconds.ts';
import type { LanguageCode } from '../languages.ts';
import { type ReadRequest, SPEED } from '../read-request.ts';
import type { Silences } from '../rests.ts';
import { sentenceLanguage } from '../spoken-languages.ts';
import type { Clause } from '../text/sentences.ts';
import type { Token } from '../text/token.ts';

/** Part of a text that a remote engine speaks in one call: a sentence, or a part of a long one. */
export type RemoteSegment = Silences & {
  /** Most of the words have this language. */
  language: LanguageCode;
  /** Spoken text with its punctuation. */
  text: string;
  words: Token[];
  speed: number;
  /** Estimated from the words. */
  seconds: number;
  sentenceIndex: number;
  start: number;
  end: number;
};

/** About 17 seconds: others wait for a segment to end, and these engines lose their way in long ones. */
const MAX_CHARACTERS = 250;
/** A listener waits for the first one. */
const OPENING_CHARACTERS = 100;

type Part = { text: string; words: Token[]; rate: number; pauseMs?: number };

/** `whole`: nobody listens before the end. */
export function planRemoteSegments(read: ReadRequest, { whole }: { whole: boolean }): RemoteSegment[] {
  const last = read.sentences.length - 1;
  return read.sentences.flatMap((sentence, sentenceIndex) => {
    const { leadMs, start, end, endsParagraph } = sentence;
    const pieces = sentence.clauses.flatMap((clause) => clauseParts(clause, read));
    const first = sentenceIndex === 0 && !whole ? OPENING_CHARACTERS : MAX_CHARACTERS;
    const parts = packed(pieces, first);
    const finalRest = sentenceIndex === last ? 'none' : endsParagraph ? 'paragraph' : 'sentence';
    return parts.map(({ text, words, rate, pauseMs }, i): RemoteSegment => {
      const speed = Math.min(Math.max(read.speed * rate, SPEED.min), SPEED.max);
      return {
        language: sentenceLanguage({ clauses: [{ opening: '', words, closing: '' }] }, read),
        text,
        words,
        speed,
        seconds: SEGMENT_EDGE_SECONDS + wordsSeconds(words, read.language.code) / speed,
        sentenceIndex,
        start,
        end,
        ...(i === 0 && leadMs !== undefined && { leadMs }),
        ...(pauseMs !== undefined && { pauseMs }),
        restAfter: i < parts.length - 1 ? 'clause' : finalRest,
      };
    });
  });
}

/** Runs of words at one speed, none of them too long. The marks stay with the words beside them. */
function clauseParts({ opening, words, closing, pauseMs }: Clause, read: ReadRequest): Part[] {
  const parts: Part[] = [];
  for (const word of words) {
    const last = parts.at(-1);
    const rate = word.rate ?? 1;
    const fits = last?.rate === rate && last.text.length + word.spoken.length < MAX_CHARACTERS;
    if (fits) {
      last.text += separator(word, read) + word.spoken;
      last.words.push(word);
    } else parts.push({ text: word.spoken, words: [word], rate });
  }
  const first = parts[0];
  const last = parts.at(-1);
  if (first) first.text = opening + first.text;
  if (last) last.text += closing;
  if (last && pauseMs !== undefined) last.pauseMs = pauseMs;
  return parts;
}

/** Packs parts into as few segments as possible. A requested pause or another speed always starts a new one. */
function packed(parts: readonly Part[], firstCharacters: number): Part[] {
  const segments: Part[] = [];
  for (const part of parts) {
    const last = segments.at(-1);
    const most = segments.length === 1 ? firstCharacters : MAX_CHARACTERS;
    const fits =
      last?.pauseMs === undefined && last?.rate === part.rate && last.text.length + part.text.length < most;
    if (fits)
      segments[segments.length - 1] = {
        ...part,
        text: `${last.text} ${part.text}`,
        words: [...last.words, ...part.words],
      };
    else segments.push(part);
  }
  return segments;
}

/** Chinese and Japanese have no spaces between words. */
function separator({ language }: Token, read: ReadRequest): string {
  const code = language ?? read.language.code;
  return code === 'zh' || code === 'ja' ? '' : ' ';
}
