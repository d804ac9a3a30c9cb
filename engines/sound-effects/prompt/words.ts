/** These words say nothing about a sound. */
export const FILLERS = new Set(
  `a an the of in on at to with and or over under while then followed by from into some sound sounds effect effects sfx
  noise audio clip please make me give create generate very really quite just like as is are being that this it its
  someone times time floor ground something somebody high quality realistic cinematic recording recorded background sci fi scifi for through after overhead interior tail being ambience ambient ambiance`.split(
    /\s+/u,
  ),
);

export type Word = { text: string; stem: string; isFiller: boolean };

/** Words and signs that separate layers, in the order of the prompt. */
export function wordsOf(text: string): Word[] {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f'’]/gu, '')
    .split(/[^\p{L}\p{N}.]+/u)
    .map((word) => word.replace(/^\.+|\.+$/gu, ''))
    .filter((word) => word !== '')
    .map((word) => ({ text: word, stem: stemOf(word), isFiller: FILLERS.has(word) }));
}

/** The stems are crude, but prompts and known words get the same: "knocking", "knocks" and "knock" are one. */
export function stemOf(word: string): string {
  if (word.length < 4) return word;
  let stem = word;
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3);
  else if (stem.length > 4 && stem.endsWith('ed')) stem = stem.slice(0, -2);
  else if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ss|sh|ch|x)es$/u.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && !stem.endsWith('ss')) stem = stem.slice(0, -1);
  // "hammer" and "hammering", "slam" and "slamming", "breathe" and "breathing".
  if (stem.length > 3 && stem.at(-1) === stem.at(-2) && !/[ls]$/u.test(stem)) stem = stem.slice(0, -1);
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}
