/** Insertions, deletions and substitutions, over the number of words that were said. */
export function wordErrors(said: string, heard: string): { errors: number; words: number } {
  const [a, b] = [wordsOf(said), wordsOf(heard)];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, word] of a.entries()) {
    const next = [i + 1];
    for (const [j, other] of b.entries()) {
      const substituted = (row[j] ?? 0) + (word === other ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return { errors: row[b.length] ?? 0, words: a.length };
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .split(/\s+/u)
    .filter((word) => word !== '');
}
