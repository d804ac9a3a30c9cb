import { randomInt } from 'node:crypto';

/**
 * Common, easy to read, and none sounds like another of them or like a word that is spelt differently (ceiling, ladder),
 * or is written in short (doctor).
 * None is among the fixed words of the sentence.
 */
const WORDS =
  `apple autumn basket bicycle blanket bottle bridge butter button camera candle carpet castle cherry chicken
  circle coffee copper corner cotton curtain diamond dinner dolphin dragon eagle elephant engine family feather
  finger forest garden garlic guitar hammer helmet honey island jacket kitchen lantern lemon letter lion magnet
  market meadow mirror monkey mountain music needle ocean orange paper pencil penguin pepper pillow planet pocket
  potato pumpkin rainbow ribbon river rocket school shadow silver spider spring station summer sunset table
  thunder ticket tiger tomato tunnel turtle valley village water window winter yellow zebra`.split(/\s+/u);

const OPENING = 'I agree to the cloning of my voice. Today I say';
const TENS = ['twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ONES = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const CHOSEN_WORDS = 5;

/** Nobody has a recording of it: there are about 4 × 10^11. No word comes twice, since readers skip a repetition. */
export function newSentence(random: (below: number) => number = randomInt): string {
  const left = [...WORDS];
  const words = Array.from({ length: CHOSEN_WORDS }, () => left.splice(random(left.length), 1)[0]);
  const number = `${TENS[random(TENS.length)]} ${ONES[random(ONES.length)]}`;
  const [a, b, c, d, e] = words;
  return `${OPENING} ${a}, ${b}, ${number}, ${c}, ${d} and ${e}.`;
}

/**
 * One word of three may be wrong: recognition is not perfect, and neither is reading aloud. Over a telephone line one word of
 * four is misheard. Of another sentence, at most one or two words come in this order.
 */
const TOLERATED = 3;

/**
 * Whether the transcript is the sentence. The chosen words are also counted alone, because the opening is the same in every
 * sentence.
 */
export function isSentence(sentence: string, transcript: string): boolean {
  const wanted = spokenWords(sentence);
  const heard = spokenWords(transcript);
  const opening = spokenWords(OPENING).length;
  const chosen = wanted.slice(opening).filter((word) => word !== 'and');
  const missing = (words: readonly string[]) => words.length - commonInOrder(words, heard);
  // A speaker who reads out all the words that could be chosen says too much.
  const added = Math.max(0, heard.length - wanted.length);
  return missing(wanted) + added <= wanted.length / TOLERATED && missing(chosen) <= chosen.length / TOLERATED;
}

/** Returns words in lower case, and numbers as digits, because recognisers may write them so. */
function spokenWords(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .normalize('NFKD')
      .match(/[a-z]+|\d+/gu) ?? [];
  const spoken: string[] = [];
  for (const word of words) {
    const ten = TENS.indexOf(word);
    const one = ONES.indexOf(word) + 1;
    const before = Number(spoken.at(-1));
    if (ten >= 0) spoken.push(String((ten + 2) * 10));
    else if (one > 0 && before >= 20 && before % 10 === 0) spoken.splice(-1, 1, String(before + one));
    else spoken.push(one > 0 ? String(one) : word);
  }
  return spoken;
}

/** The most words that come in this order. A word may be heard as two: "a greed" for "agree". */
function commonInOrder(wanted: readonly string[], heard: readonly string[]): number {
  // `row[j]` is the most words that are in order within the first `j` that were heard.
  let row = new Array<number>(heard.length + 1).fill(0);
  for (const word of wanted) {
    const next = [0];
    for (const [j, last] of heard.entries()) {
      const isOne = isNear(word, last);
      const isTwo = j > 0 && isNear(word, `${heard[j - 1]}${last}`);
      next.push(
        Math.max(
          next[j] ?? 0,
          row[j + 1] ?? 0,
          isOne ? (row[j] ?? 0) + 1 : 0,
          isTwo ? (row[j - 1] ?? 0) + 1 : 0,
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** One letter of four may differ, as in "blankets". Numbers and short words are the same or not. */
function isNear(word: string, heard: string): boolean {
  const allowed = /\d/u.test(word) ? 0 : Math.floor(word.length / 4);
  if (allowed === 0 || Math.abs(word.length - heard.length) > allowed) return word === heard;
  return editsBetween(word, heard) <= allowed;
}

/** The fewest letters to change, add or leave out. */
function editsBetween(wanted: string, heard: string): number {
  let row = Array.from({ length: heard.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...wanted].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...heard].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min((next[j] ?? 0) + 1, (row[j + 1] ?? 0) + 1, changed));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
