import type { PhonemeLanguage } from './phonemes/methods.ts';
import { type ReadRequest, readRequest, SPEED } from './read-request.ts';
import { REST_MS } from './rests.ts';
import type { Clause, Sentence } from './text/sentences.ts';
import type { Token } from './text/token.ts';
import type { SynthesisRequest } from './types.ts';

/** Seconds at normal speed, fitted to what the presets really speak. */
type Pace = {
  word: number;
  letter: number;
  /** Figures that the language process reads out; English has none left by then. */
  digit: number;
};

const PACE: Record<PhonemeLanguage, Pace> = {
  'en-US': { word: 0.06, letter: 0.062, digit: 0.4 },
  'en-GB': { word: 0.06, letter: 0.062, digit: 0.4 },
  es: { word: 0.06, letter: 0.062, digit: 0.5 },
  fr: { word: 0.06, letter: 0.06, digit: 0.4 },
  hi: { word: 0.06, letter: 0.08, digit: 0.5 },
  it: { word: 0.06, letter: 0.065, digit: 0.5 },
  'pt-BR': { word: 0.06, letter: 0.065, digit: 0.5 },
  ja: { word: 0.0, letter: 0.08, digit: 0.4 },
  zh: { word: 0.0, letter: 0.08, digit: 0.35 },
};
/** The name of a letter that is spelled out. */
const SPELLED_SECONDS = 0.28;
const HAN_SECONDS: Partial<Record<PhonemeLanguage, number>> = { zh: 0.25, ja: 0.26 };
const KANA_SECONDS = 0.15;
const PHONEME_SECONDS = 0.075;
/** What the voice rests at a mark inside a segment. */
const MARK_SECONDS = 0.25;
/** How a voice begins and ends, however short the sentence. */
const SENTENCE_SECONDS = 0.2;

/**
 * How long the speech will last: from what will be said, with its figures read out, its pronunciations, pauses and
 * speed. Throws what `check` throws.
 */
export function estimateSpeechSeconds(request: SynthesisRequest): number {
  const read = readRequest(request);
  const last = read.sentences.length - 1;
  return read.sentences.reduce((sum, sentence, i) => sum + sentenceSeconds(sentence, read, i === last), 0);
}

function sentenceSeconds(sentence: Sentence, read: ReadRequest, isLast: boolean): number {
  const restMs = isLast ? 0 : REST_MS[sentence.endsParagraph ? 'paragraph' : 'sentence'];
  const spoken = sentence.clauses.reduce((sum, clause) => sum + clauseSeconds(clause, read), 0);
  return (sentence.leadMs ?? 0) / 1000 + spoken + (SENTENCE_SECONDS + restMs / 1000) / speedOf(read);
}

function clauseSeconds({ words, closing, pauseMs }: Clause, read: ReadRequest): number {
  const rest = pauseMs === undefined ? (closing === '' ? 0 : MARK_SECONDS / speedOf(read)) : pauseMs / 1000;
  return words.reduce(
    (sum, word) => sum + wordSeconds(word, read.language.code) / speedOf(read, word.rate),
    rest,
  );
}

function speedOf({ speed, speaker }: ReadRequest, rate = 1): number {
  return Math.min(Math.max(speed * rate * (speaker?.pace ?? 1), SPEED.min), SPEED.max);
}

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const DIGIT = /\p{N}/gu;
const LETTER = /[\p{L}\p{M}]/gu;
const SPELLED = /(?<!\p{L})\p{Lu}(?!\p{L})/gu;

function wordSeconds({ spoken, phonemes }: Token, language: PhonemeLanguage): number {
  const pace = PACE[language];
  if (phonemes !== undefined) return pace.word + phonemes.length * PHONEME_SECONDS;
  const [han, kana, digits] = [count(spoken, HAN), count(spoken, KANA), count(spoken, DIGIT)];
  const letters = count(spoken, LETTER) - han - kana;
  return (
    count(spoken, /[^\s,-]+/gu) * pace.word +
    letters * pace.letter +
    count(spoken, SPELLED) * (SPELLED_SECONDS - pace.letter) +
    digits * pace.digit +
    han * (HAN_SECONDS[language] ?? 0) +
    kana * KANA_SECONDS
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
