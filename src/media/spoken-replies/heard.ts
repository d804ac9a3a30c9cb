/** Places are UTF-16 offsets in the reply; times are ms since the reply's first sound. */
export type SpokenWord = { text: string; start: number; end: number; startMs: number; endMs: number };

export type HeardText = {
  text: string;
  /** Offset in the reply after the last word that was heard. */
  end: number;
  words: number;
};

/** Returns the part of a reply that was heard: the words of which at least half was played. */
export function heardWords(reply: string, words: readonly SpokenWord[], playedMs: number): HeardText {
  const whole = joinParts(words);
  const next = whole.findIndex(({ startMs, endMs }) => playedMs < (startMs + endMs) / 2);
  const heard = next < 0 ? whole : whole.slice(0, next);
  const last = heard.at(-1);
  if (!last) return { text: '', end: 0, words: 0 };
  // A mark is heard in how its word ends.
  const marks =
    playedMs >= last.endMs ? (/^[.,;:!?…)"'”’。，！？、]*/u.exec(reply.slice(last.end))?.[0] ?? '') : '';
  const end = last.end + marks.length;
  return { text: reply.slice(0, end), end, words: heard.length };
}

/** A word that two chunks share is one word. */
function joinParts(words: readonly SpokenWord[]): SpokenWord[] {
  const whole: SpokenWord[] = [];
  for (const word of words) {
    const last = whole.at(-1);
    if (last && last.start === word.start && last.end === word.end) last.endMs = word.endMs;
    else whole.push({ ...word });
  }
  return whole;
}
