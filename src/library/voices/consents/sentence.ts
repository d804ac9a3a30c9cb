import { randomInt } from 'node:crypto';

/**
 * Common, easy to read, and none sounds like another of them or like a word that is spelt differently (ceiling, ladder).
 * None is among the fixed words of the sentence.
 */
const WORDS =
  `apple autumn basket bicycle blanket bottle bridge butter button camera candle carpet castle cherry chicken
  circle coffee copper corner cotton curtain diamond dinner doctor dragon eagle elephant engine family feather
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

/** Share of errors that is tolerated: recognition is not perfect, and neither is reading aloud. */
const TOLERATED = 0.3;

/**
 * Whether the transcript is the sentence, by word errors. The chosen words are also counted alone, because the opening is
 * the same in every sentence.
 */
export function isSentence(sentence: string, transcript: string): boolean {
  const [wanted, heard] = [spokenWords(sentence), spokenWords(transcript)];
  const opening = spokenWords(OPENING).length;
  const chosen = wanted.slice(opening).filter((word) => word !== 'and');
  return (
    wordErrors(wanted, heard) <= TOLERATED * wanted.length &&
    commonInOrder(chosen, heard) >= (1 - TOLERATED) * chosen.length
  );
}

/** In lower case, with numbers as digits, as recognisers may write them. */
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

/** The fewest words to change, add or leave out. */
function wordErrors(wanted: readonly string[], heard: readonly string[]): number {
  let row = heard.map((_, i) => i + 1);
  for (const [i, word] of wanted.entries()) {
    let [left, diagonal] = [i + 1, i];
    row = row.map((above, j) => {
      left = Math.min(left + 1, above + 1, diagonal + (heard[j] === word ? 0 : 1));
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? wanted.length;
}

/** The longest common subsequence. */
function commonInOrder(wanted: readonly string[], heard: readonly string[]): number {
  let row = heard.map(() => 0);
  for (const word of wanted) {
    let [left, diagonal] = [0, 0];
    row = row.map((above, j) => {
      left = heard[j] === word ? diagonal + 1 : Math.max(left, above);
      diagonal = above;
      return left;
    });
  }
  return row.at(-1) ?? 0;
}
