import { LANGUAGES, type LanguageCode, type SpeechLanguage, unreadableLetter } from '../languages.ts';
import type { Source } from '../text/source.ts';
import { type Piece, piecesOf } from './pieces.ts';
import { languagesByScript } from './scripts.ts';

/** Scores of each text by language, as `languageScores` has them. */
export type ScoreTexts = (texts: string[]) => Promise<Record<string, number>[]>;

/** A change of language between two sentences costs this: one n-gram that only the other language has outweighs it. */
const SWITCH = 0.8;
/** The language of the voice gets this head start, and so wins where nothing else decides. */
const HOME = 0.4;
/** A single word is too little to change the language for. */
const WORD_WEIGHT = 0.3;
const NGRAM_LETTERS = 3.5;
const NGRAM_SCORE = 100;
/** Each sign counts this much for Chinese, so that a long sentence without kana is Chinese. */
const HAN_SCORE = 0.1;
const NEVER = 1e6;

export type Detected = {
  /** `index` is an offset in the source. */
  languageAt(index: number): LanguageCode;
  /** All that occur, at least one. */
  languages: LanguageCode[];
};

/** Each sentence has one language; words that it cannot read have that of their script. */
export async function detectLanguages(
  source: Source,
  home: LanguageCode,
  scoreTexts: ScoreTexts,
): Promise<Detected> {
  const offered = LANGUAGES.filter((one) => baseOf(one.code) !== 'en' || one.code === englishOf(home));
  const pieces = piecesOf(source).map((piece) => {
    const written = languagesByScript(piece.sample);
    return { ...piece, candidates: offered.filter((one) => written.includes(one)) };
  });
  const unclear = pieces.filter(({ sample, candidates }) => candidates.length > 1 && /\p{L}/u.test(sample));
  const scores = unclear.length > 0 ? await scoreTexts(unclear.map(({ sample }) => sample)) : [];
  const scoreOf = new Map(unclear.map((piece, i) => [piece, scores[i] ?? {}]));
  const evidence = pieces.map((piece) =>
    offered.map((one) => evidenceFor(one, piece, scoreOf.get(piece) ?? {}) + (one.code === home ? HOME : 0)),
  );
  const found = likeliestPath(evidence).map((choice) => offered[choice]);
  return languageFinder(source, pieces, found, home);
}

type Judged = Piece & { candidates: readonly SpeechLanguage[] };

function evidenceFor(
  language: SpeechLanguage,
  { sample, candidates }: Judged,
  scores: Record<string, number>,
): number {
  if (candidates.length === 0) return 0;
  if (!candidates.includes(language)) return -NEVER;
  if (candidates.length === 1) return 0;
  if (/\p{Script=Han}/u.test(sample)) return language.code === 'zh' ? HAN_SCORE * sample.length : 0;
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const weight = /\p{L}[^\p{L}'’-]+\p{L}/u.test(sample) ? 1 : WORD_WEIGHT;
  return (weight * (scores[baseOf(language.code)] ?? 0) * (letters / NGRAM_LETTERS)) / NGRAM_SCORE;
}

/** One choice per row, with the greatest evidence less what the switches cost. */
function likeliestPath(evidence: readonly number[][]): number[] {
  let totals = (evidence[0] ?? []).map(() => 0);
  const steps = evidence.map((row, i) => {
    const best = totals.indexOf(Math.max(...totals));
    const switched = (totals[best] ?? 0) - SWITCH;
    const from = totals.map((total, choice) => (i > 0 && total < switched ? best : choice));
    totals = row.map((one, choice) => one + Math.max(totals[choice] ?? 0, i > 0 ? switched : -NEVER));
    return from;
  });
  let choice = totals.indexOf(Math.max(...totals));
  return steps
    .reverse()
    .map((from) => {
      const chosen = choice;
      choice = from[choice] ?? choice;
      return chosen;
    })
    .reverse();
}

function languageFinder(
  source: Source,
  pieces: readonly Piece[],
  found: readonly (SpeechLanguage | undefined)[],
  home: LanguageCode,
): Detected {
  const byIndex: LanguageCode[] = [];
  const used = new Set(found);
  pieces.forEach(({ start, end }, i) => {
    const language = found[i];
    if (!language) return;
    for (let at = start; at < end; at++) byIndex[at] = language.code;
    for (const { 0: letters, index } of source.text.slice(start, end).matchAll(/[\p{L}\p{M}]+/gu)) {
      if (unreadableLetter(letters, language) === undefined) continue;
      const written = languagesByScript(letters);
      const own = written.find((one) => used.has(one)) ?? written[0];
      if (own) byIndex.fill(own.code, start + index, start + index + letters.length);
    }
  });
  const languageAt = (index: number): LanguageCode => source.languageAt(index) ?? byIndex[index] ?? home;
  const languages = new Set<LanguageCode>();
  for (let at = 0; at < Math.max(1, source.text.length); at++) languages.add(languageAt(at));
  return { languageAt, languages: [...languages] };
}

function baseOf(code: LanguageCode): string {
  return code.split('-')[0] ?? code;
}

function englishOf(home: LanguageCode): LanguageCode {
  return baseOf(home) === 'en' ? home : 'en-US';
}
