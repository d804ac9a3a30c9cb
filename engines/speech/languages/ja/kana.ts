/** Consonants of each row, in the order a i u e o; vowels follow below. */
const ROWS: readonly (readonly [kana: string, consonants: readonly string[]])[] = [
  ['アイウエオ', ['', '', '', '', '']],
  ['カキクケコ', ['k', 'kʲ', 'k', 'k', 'k']],
  ['ガギグゲゴ', ['ɡ', 'ɡʲ', 'ɡ', 'ɡ', 'ɡ']],
  ['サシスセソ', ['s', 'ɕ', 's', 's', 's']],
  ['ザジズゼゾ', ['ʣ', 'ʥ', 'z', 'ʣ', 'ʣ']],
  ['タチツテト', ['t', 'ʨ', 'ʦ', 't', 't']],
  ['ダヂヅデド', ['d', 'ʥ', 'z', 'd', 'd']],
  ['ナニヌネノ', ['n', 'ɲ', 'n', 'n', 'n']],
  ['ハヒフヘホ', ['h', 'ç', 'ɸ', 'h', 'h']],
  ['バビブベボ', ['b', 'bʲ', 'b', 'b', 'b']],
  ['パピプペポ', ['p', 'pʲ', 'p', 'p', 'p']],
  ['マミムメモ', ['m', 'mʲ', 'm', 'm', 'm']],
  ['ラリルレロ', ['ɾ', 'ɾʲ', 'ɾ', 'ɾ', 'ɾ']],
];
const VOWELS = ['a', 'i', 'ɯ', 'e', 'o'];
/** After these the u is fronted. */
const SIBILANT = /[szʦ]$/u;
const SMALL: Record<string, string> = {
  ァ: 'a',
  ィ: 'i',
  ゥ: 'ɯ',
  ェ: 'e',
  ォ: 'o',
  ャ: 'a',
  ュ: 'ɨ',
  ョ: 'o',
  ヮ: 'a',
};
const PALATAL = /[ʲɕʥʨɲç]$/u;

const MORAE = new Map<string, string>([
  ['ヤ', 'ja'],
  ['ユ', 'jɯ'],
  ['ヨ', 'jo'],
  ['ワ', 'βa'],
  ['ヰ', 'i'],
  ['ヱ', 'e'],
  ['ヲ', 'o'],
  ['ヴ', 'vɯ'],
  ['ヵ', 'ka'],
  ['ヶ', 'ke'],
  ['ー', 'ː'],
  ['ッ', 'ʔ'],
]);
for (const [kana, consonants] of ROWS) {
  [...kana].forEach((sign, i) => {
    const consonant = consonants[i] ?? '';
    const vowel = i === 2 && SIBILANT.test(consonant) ? 'ɨ' : VOWELS[i];
    MORAE.set(sign, `${consonant}${vowel}`);
  });
}

/** Converts kana to the phonemes of Kokoro's Japanese voices. Other characters are dropped. */
export function kanaToPhonemes(kana: string): string {
  const signs = [...kana.replaceAll(/[ぁ-ゖ]/gu, toKatakana)];
  let spoken = '';
  for (let i = 0; i < signs.length; i++) {
    const sign = signs[i] ?? '';
    const small = SMALL[signs[i + 1] ?? ''];
    if (sign === 'ン') spoken += moraicNasal(MORAE.get(signs[i + 1] ?? '') ?? '');
    else if (small !== undefined && MORAE.has(sign)) {
      spoken += withSmall(sign, small, signs[i + 1] ?? '');
      i++;
    } else spoken += MORAE.get(sign) ?? SMALL[sign] ?? '';
  }
  return spoken;
}

/** A small kana replaces the vowel of the preceding one: キャ, ファ, ティ, ウィ. */
function withSmall(sign: string, vowel: string, small: string): string {
  if (sign === 'ウ') return `β${vowel}`;
  if (sign === 'イ') return `j${vowel}`;
  const consonant = (MORAE.get(sign) ?? '').replace(/[aiɯɨeo]$/u, '');
  const glide = /[ャュョ]/u.test(small) && !PALATAL.test(consonant) ? 'ʲ' : '';
  const rounded = /[クグ]/u.test(sign) && glide === '' ? 'ᵝ' : '';
  const soft = vowel === 'i' && /[tdɸʦv]$/u.test(consonant) ? 'ʲ' : '';
  return consonant + glide + rounded + soft + vowel;
}

function moraicNasal(next: string): string {
  if (/^[mpb]/u.test(next)) return 'm';
  if (/^[kɡ]/u.test(next)) return 'ŋ';
  if (/^[ɲʨʥ]/u.test(next)) return 'ɲ';
  if (/^[ntdɾzʣʦ]/u.test(next)) return 'n';
  return 'ɴ';
}

function toKatakana(sign: string): string {
  return String.fromCharCode(sign.charCodeAt(0) + 0x60);
}
