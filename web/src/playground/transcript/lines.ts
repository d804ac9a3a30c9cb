export type Word = { start: number; end: number; word: string };

/** A line of the transcript, which a person may have corrected. Times are in seconds. */
export type Line = {
  start: number;
  end: number;
  text: string;
  speaker?: string;
  /** The recogniser heard this before it was corrected. */
  heard: { text: string; words: Word[] };
};

type Heard = { segments: (Pick<Line, 'start' | 'end' | 'text'> & { speaker?: string })[]; words: Word[] };

export function linesOf({ segments, words }: Heard): Line[] {
  return segments.map(({ start, end, text, speaker }, index) => {
    const from = index === 0 ? Number.NEGATIVE_INFINITY : start;
    const until = segments[index + 1]?.start ?? Number.POSITIVE_INFINITY;
    const own = words.filter((word) => word.start >= from && word.start < until);
    const heard = {
      text: text.trim(),
      words: own.map((word) => ({ start: word.start, end: word.end, word: word.word })),
    };
    return { start, end, text: heard.text, ...(speaker ? { speaker } : {}), heard };
  });
}

/** A word with its place in the text of its line. */
export type PlacedWord = Word & { from: number; to: number };

export function wordsOf(line: Line): PlacedWord[] {
  const words = line.text === line.heard.text ? line.heard.words : retimed(line);
  let at = 0;
  return words.flatMap((word) => {
    const from = line.text.indexOf(word.word, at);
    if (from < 0) return [];
    at = from + word.word.length;
    return [{ ...word, from, to: at }];
  });
}

/** Words that stayed keep their times. What was written between them shares the time that is left there. */
function retimed({ text, start, end, heard: { words } }: Line): Word[] {
  const tokens = text.split(/\s+/).filter(Boolean);
  const most = Math.min(tokens.length, words.length);
  let before = 0;
  while (before < most && tokens[before] === words[before]?.word) before += 1;
  let after = 0;
  while (after < most - before && tokens.at(-1 - after) === words.at(-1 - after)?.word) after += 1;
  const replaced = words.slice(before, words.length - after);
  const from = replaced[0]?.start ?? words[before - 1]?.end ?? start;
  const to = replaced.at(-1)?.end ?? words[words.length - after]?.start ?? end;
  return [
    ...words.slice(0, before),
    ...spread(tokens.slice(before, tokens.length - after), from, Math.max(from, to)),
    ...words.slice(words.length - after),
  ];
}

/** Longer words take longer. */
function spread(tokens: string[], from: number, to: number): Word[] {
  const letters = tokens.reduce((sum, token) => sum + token.length, 0);
  let passed = 0;
  const timeAt = () => from + ((to - from) * passed) / letters;
  return tokens.map((word) => {
    const start = timeAt();
    passed += word.length;
    return { word, start, end: timeAt() };
  });
}
