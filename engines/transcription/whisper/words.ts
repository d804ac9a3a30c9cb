import type { Choice } from './next-token.ts';
import type { Vocabulary } from './vocabulary.ts';

export type TokenWord = { text: string; tokens: number; probability: number };

const ONLY_PUNCTUATION = /^[\p{P}\s]+$/u;

/** Groups the tokens of a text into words, each with its punctuation and token count. */
export function wordsOf(choices: readonly Choice[], vocabulary: Vocabulary, spaced: boolean): TokenWord[] {
  const words: TokenWord[] = [];
  for (const piece of wholeCharacters(choices, vocabulary)) {
    const last = words.at(-1);
    const begins = spaced ? piece.text.startsWith(' ') || !last : true;
    // A quote after a space opens, one without it closes.
    const opened = last !== undefined && ONLY_PUNCTUATION.test(last.text);
    const closes = !piece.text.startsWith(' ') && ONLY_PUNCTUATION.test(piece.text);
    if (last && (!begins || opened || closes)) join(last, piece);
    else words.push(piece);
  }
  return words.filter(({ text }) => text.trim() !== '');
}

function join(word: TokenWord, piece: TokenWord): void {
  word.probability =
    (word.probability * word.tokens + piece.probability * piece.tokens) / (word.tokens + piece.tokens);
  word.text += piece.text;
  word.tokens += piece.tokens;
}

/** A multi-byte character may span several tokens. */
function wholeCharacters(choices: readonly Choice[], vocabulary: Vocabulary): TokenWord[] {
  const pieces: TokenWord[] = [];
  let open: Choice[] = [];
  for (const [i, choice] of choices.entries()) {
    open.push(choice);
    const text = vocabulary.textOf(open.map(({ token }) => token));
    if (text.endsWith('\ufffd') && i < choices.length - 1) continue;
    const probability =
      open.reduce((sum, { logProbability }) => sum + Math.exp(logProbability), 0) / open.length;
    pieces.push({ text, tokens: open.length, probability });
    open = [];
  }
  return pieces;
}
