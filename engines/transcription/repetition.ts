/** A phrase that follows itself again and again: indices of its first token, and of the first token after it. */
type Loop = { start: number; period: number; end: number };

/** People repeat a word or two for emphasis. Four times, or three times a long phrase, is the model in a loop. */
const MIN_REPEATS = 4;
const MIN_REPEATS_IF_LONG = 3;
const LONG_PHRASE = 8;
const MIN_TOKENS = 12;
const LONGEST_PHRASE = 64;
/** A loop is cut to so many repeats, since the phrase may have been said twice. */
const KEPT_REPEATS = 2;

/** The first loop in a text. */
export function findLoop(tokens: readonly number[]): Loop | null {
  let first: Loop | null = null;
  for (let period = 1; period <= Math.min(LONGEST_PHRASE, tokens.length / 2); period += 1) {
    let same = 0;
    for (let i = period; i <= tokens.length; i += 1) {
      if (i < tokens.length && tokens[i] === tokens[i - period]) same += 1;
      else {
        const loop = { start: i - same - period, period, end: i };
        if (isLoop(loop) && loop.start < (first?.start ?? tokens.length)) first = loop;
        same = 0;
      }
    }
  }
  return first;
}

function isLoop({ start, period, end }: Loop): boolean {
  const repeats = Math.floor((end - start) / period);
  return end - start >= MIN_TOKENS && repeats >= (period < LONG_PHRASE ? MIN_REPEATS : MIN_REPEATS_IF_LONG);
}

/** Removes the repeats of every loop. Items that are no text, such as times, go with the text around them. */
export function withoutLoops<Item extends { token: number }>(
  items: readonly Item[],
  isText: (item: Item) => boolean,
): Item[] {
  let kept = [...items];
  for (;;) {
    const places = [...kept.keys()].filter((i) => isText(kept[i] as Item));
    const loop = findLoop(places.map((i) => (kept[i] as Item).token));
    if (!loop) return kept;
    const from = places[loop.start + KEPT_REPEATS * loop.period] as number;
    const to = places[loop.end - 1] as number;
    kept = kept.filter((_, i) => i < from || i > to);
  }
}
