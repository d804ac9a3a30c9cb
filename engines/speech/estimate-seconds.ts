import { type LanguageCode, languageByCode } from './languages.ts';
import { type ReadRequest, SPEED } from './read-request.ts';
import { REST_MS } from './rests.ts';
import type { Clause, Sentence } from './text/sentences.ts';
import type { Token } from './text/token.ts';

/** Seconds at normal speed, fitted with those of the languages to 207 recordings of 51 presets. */
const WORD_SECONDS = 0.018;
/** Extra time for a letter that is spelled out. */
const SPELLED_SECONDS = 0.179;
/** A digit that the language process reads out. English text has none left at this point. */
const DIGIT_SECONDS = 0.42;
const KANA_SECONDS = 0.145;
const PHONEME_SECONDS = 0.075;
/** A comma inside a spoken form, as between the groups of a phone number. */
const COMMA_SECONDS = 0.25;
/** Fixed time per sentence, for how a voice begins and ends. */
const SENTENCE_SECONDS = 0.25;
/** Keeps the estimate slightly above the actual length for nearly all texts. */
const MARGIN = 1.1;

/** How slowly a preset speaks, relative to the mean. Presets not listed are close to it. */
const SLOWNESS: Record<string, number> = {
  af_alloy: 1.15,
  af_aoede: 0.92,
  af_heart: 0.94,
  af_jessica: 0.95,
  af_kore: 0.92,
  af_nicole: 1.43,
  af_sarah: 0.92,
  am_adam: 0.94,
  am_echo: 1.11,
  am_eric: 0.93,
  am_fenrir: 0.9,
  am_michael: 1.05,
  am_onyx: 1.13,
  am_puck: 0.88,
  am_santa: 1.08,
  bf_emma: 0.9,
  bm_fable: 1.08,
  bm_george: 1.08,
  hf_beta: 0.93,
  hm_omega: 1.07,
  jf_alpha: 0.9,
  jf_gongitsune: 1.08,
  jm_kumo: 0.95,
  pm_alex: 1.08,
  zm_yunjian: 0.92,
};

/** A part that is spoken alone takes this much longer, because a voice begins and ends. */
export const SEGMENT_EDGE_SECONDS = SENTENCE_SECONDS;

/** Estimates the length at normal speed. */
export function wordsSeconds(words: readonly Token[], language: LanguageCode): number {
  return words.reduce((sum, word) => sum + wordSeconds(word, language), 0);
}

/**
 * Estimates how long the speech will last from what is actually spoken: numbers read out, pronunciations, pauses, voice
 * and speed.
 */
export function estimateSpeechSeconds(read: ReadRequest): number {
  const last = read.sentences.length - 1;
  return read.sentences.reduce((sum, sentence, i) => sum + sentenceSeconds(sentence, read, i === last), 0);
}

function sentenceSeconds(sentence: Sentence, read: ReadRequest, isLast: boolean): number {
  const restMs = isLast ? 0 : REST_MS[sentence.endsParagraph ? 'paragraph' : 'sentence'];
  const spoken = sentence.clauses.reduce((sum, clause) => sum + clauseSeconds(clause, read), 0);
  const edges = (SENTENCE_SECONDS * slowness(read) + restMs / 1000) / speedOf(read);
  return (sentence.leadMs ?? 0) / 1000 + spoken + edges;
}

function clauseSeconds({ words, pauseMs = 0 }: Clause, read: ReadRequest): number {
  const perSecond = slowness(read) * MARGIN;
  const spoken = words.reduce(
    (sum, word) => sum + (wordSeconds(word, read.language.code) * perSecond) / speedOf(read, word.rate),
    0,
  );
  return spoken + pauseMs / 1000;
}

/** A blend may sound like the slowest of its parts. */
function slowness({ parts }: ReadRequest): number {
  return parts.length === 0 ? 1 : Math.max(...parts.map(({ id }) => SLOWNESS[id] ?? 1));
}

function speedOf({ speed, speaker }: ReadRequest, rate = 1): number {
  return Math.min(Math.max(speed * rate * (speaker?.pace ?? 1), SPEED.min), SPEED.max);
}

const HAN = /\p{Script=Han}/gu;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}ー]/gu;
const DIGIT = /\p{N}/gu;
const LETTER = /\p{L}/gu;
const SPELLED = /(?<!\p{L})\p{Lu}(?!\p{L})/gu;
const WORD = /[^\s,-]+/gu;

function wordSeconds({ spoken, phonemes, language: own }: Token, textLanguage: LanguageCode): number {
  if (phonemes !== undefined) return WORD_SECONDS + phonemes.length * PHONEME_SECONDS;
  const { letterSeconds, hanSeconds = 0 } = languageByCode(own ?? textLanguage);
  const han = count(spoken, HAN);
  const kana = count(spoken, KANA);
  const letters = Math.max(0, count(spoken, LETTER) - han - kana);
  return (
    count(spoken, WORD) * WORD_SECONDS +
    letters * letterSeconds +
    count(spoken, SPELLED) * SPELLED_SECONDS +
    count(spoken, DIGIT) * DIGIT_SECONDS +
    count(spoken, /,/gu) * COMMA_SECONDS +
    han * hanSeconds +
    kana * KANA_SECONDS
  );
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
