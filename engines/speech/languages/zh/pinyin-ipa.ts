const INITIALS: Record<string, string> = {
  b: 'p',
  p: 'pʰ',
  m: 'm',
  f: 'f',
  d: 't',
  t: 'tʰ',
  n: 'n',
  l: 'l',
  g: 'k',
  k: 'kʰ',
  h: 'x',
  j: 'ʨ',
  q: 'ʨʰ',
  x: 'ɕ',
  zh: '\uab67',
  ch: '\uab67ʰ',
  sh: 'ʂ',
  r: 'ɻ',
  z: 'ʦ',
  c: 'ʦʰ',
  s: 's',
};

/** `0` marks the place of the tone: after the vowel, before a closing nasal. */
const FINALS: Record<string, string> = {
  a: 'a0',
  ai: 'ai0',
  an: 'a0n',
  ang: 'a0ŋ',
  ao: 'au0',
  e: 'ɤ0',
  ei: 'ei0',
  en: 'ə0n',
  eng: 'ə0ŋ',
  er: 'ɚ0',
  i: 'i0',
  ia: 'ja0',
  ian: 'jɛ0n',
  iang: 'ja0ŋ',
  iao: 'jau0',
  ie: 'je0',
  in: 'i0n',
  ing: 'i0ŋ',
  io: 'jɔ0',
  iong: 'jʊ0ŋ',
  iu: 'jou0',
  o: 'wo0',
  ong: 'ʊ0ŋ',
  ou: 'ou0',
  u: 'u0',
  ua: 'wa0',
  uai: 'wai0',
  uan: 'wa0n',
  uang: 'wa0ŋ',
  ueng: 'wə0ŋ',
  ui: 'wei0',
  un: 'wə0n',
  uo: 'wo0',
  ü: 'y0',
  üan: 'ɥɛ0n',
  üe: 'ɥe0',
  ün: 'y0n',
};

/** Syllables without an initial are spelt with y or w, or are irregular. */
const BARE: Record<string, string> = {
  o: 'ɔ0',
  ê: 'ɛ0',
  m: 'm0',
  n: 'n0',
  ng: 'ŋ0',
  hm: 'hm0',
  hng: 'hŋ0',
  yi: 'i0',
  ya: 'ja0',
  yo: 'jɔ0',
  ye: 'je0',
  yao: 'jau0',
  you: 'jou0',
  yan: 'jɛ0n',
  yin: 'i0n',
  yang: 'ja0ŋ',
  ying: 'i0ŋ',
  yong: 'jʊ0ŋ',
  yu: 'y0',
  yue: 'ɥe0',
  yuan: 'ɥɛ0n',
  yun: 'y0n',
  wu: 'u0',
  wa: 'wa0',
  wo: 'wo0',
  wai: 'wai0',
  wei: 'wei0',
  wan: 'wa0n',
  wen: 'wə0n',
  wang: 'wa0ŋ',
  weng: 'wə0ŋ',
};

const TONES: Record<string, string> = { '1': '→', '2': '↗', '3': '↓', '4': '↘' };

/** One syllable, such as `zhong1` or `lü4`. `null` if it is not pinyin. */
export function pinyinToIpa(syllable: string): string | null {
  const match = /^([a-zêü]+)([0-5])?$/u.exec(syllable.toLowerCase().replaceAll('v', 'ü'));
  if (!match?.[1]) return null;
  const tone = TONES[match[2] ?? ''] ?? '';
  const ipa = BARE[match[1]] ?? withInitial(match[1]);
  return ipa?.replace('0', tone) ?? null;
}

function withInitial(letters: string): string | null {
  const initial = /^(zh|ch|sh|[bpmfdtnlgkhjqxrzcs])/u.exec(letters)?.[0] ?? '';
  const final = umlauted(initial, letters.slice(initial.length));
  if (final === 'i' && /^(zh|ch|sh|r|z|c|s)$/u.test(initial)) return `${INITIALS[initial]}ɨ0`;
  const rest = FINALS[final];
  return rest === undefined ? null : (INITIALS[initial] ?? '') + rest;
}

/** After j, q and x a written u is always ü. */
function umlauted(initial: string, final: string): string {
  return /^[jqx]$/u.test(initial) ? final.replace(/^u/u, 'ü') : final;
}
