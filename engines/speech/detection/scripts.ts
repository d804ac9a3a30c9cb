import { LANGUAGES, type SpeechLanguage } from '../languages.ts';

/** `sign` is a letter that only languages of the script read. A sign of Chinese or Japanese says more than a letter. */
const SCRIPTS = [
  { letters: /\p{Script=Cyrillic}/u, sign: 'ж', weight: 1 },
  { letters: /\p{Script=Devanagari}/u, sign: 'क', weight: 1 },
  { letters: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, sign: 'の', weight: 3 },
  { letters: /\p{Script=Han}/u, sign: '中', weight: 3 },
] as const;
const LATIN = /\p{Script=Latin}/u;
const LETTER = /\p{L}/u;

const readsKana = ({ script }: SpeechLanguage): boolean => script.letters.test('の');
/** The likeliest first: characters without kana are Chinese before they are Japanese. */
const readers = SCRIPTS.map(({ sign }) =>
  LANGUAGES.filter(({ script }) => script.letters.test(sign)).sort(
    (one, other) => Number(readsKana(one)) - Number(readsKana(other)),
  ),
);
/** Every language reads Latin letters; these read no others. */
const latinReaders = LANGUAGES.filter(({ script }) => !SCRIPTS.some(({ sign }) => script.letters.test(sign)));

/** The languages that are written as most of the text is. Empty if it has no letters, or if nobody can read them. */
export function languagesByScript(text: string): readonly SpeechLanguage[] {
  const weights = SCRIPTS.map(() => 0);
  let latin = 0;
  let unread = 0;
  for (const character of text) {
    if (!LETTER.test(character)) continue;
    const script = SCRIPTS.findIndex(({ letters }) => letters.test(character));
    if (script >= 0) weights[script] = (weights[script] ?? 0) + (SCRIPTS[script]?.weight ?? 0);
    else if (LATIN.test(character)) latin += 1;
    else unread += 1;
  }
  const kana = weights[2] ?? 0;
  const han = weights[3] ?? 0;
  // Japanese has Chinese characters between its kana.
  if (kana > 0) [weights[2], weights[3]] = [kana + han, 0];
  const most = Math.max(...weights, latin, unread);
  if (most === 0 || most === unread) return [];
  return most === latin ? latinReaders : (readers[weights.indexOf(most)] ?? []);
}
