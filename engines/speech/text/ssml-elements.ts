import { type LanguageCode, markedLanguage } from '../languages.ts';
import { fromIpa } from '../phonemes/ipa.ts';
import { pauseMsFrom } from './duration.ts';
import { sayAs } from './say-as.ts';
import type { OverlayToken } from './source.ts';
import { spokenForm } from './spoken-form.ts';

export type Attributes = Record<string, string>;

/** Elements that change how their text is spoken. */
export const TEXT_ELEMENTS = ['say-as', 'phoneme', 'sub'];
export const EMPTY_ELEMENTS = ['break'];
/** Elements that may name the language of what they hold. */
export const LANGUAGE_ELEMENTS = ['speak', 'p', 's', 'lang'];

const STRENGTHS: Record<string, number> = {
  none: 0,
  'x-weak': 100,
  weak: 200,
  medium: 400,
  strong: 700,
  'x-strong': 1_200,
};
const RATES: Record<string, number> = {
  'x-slow': 0.5,
  slow: 0.75,
  medium: 1,
  default: 1,
  fast: 1.25,
  'x-fast': 1.75,
};
const RATE = { min: 0.5, max: 2 };

/** Returns a message when the attributes are invalid. */
export function breakMs({ time, strength = 'medium' }: Attributes): number | string {
  if (time === undefined)
    return STRENGTHS[strength] ?? `strength is one of ${Object.keys(STRENGTHS).join(', ')}`;
  return pauseMsFrom(time) ?? 'time is written 800ms or 0.8s, at most 10 s';
}

/** Null if the element names no language. */
export function languageOf(
  name: string,
  { 'xml:lang': tag }: Attributes,
  home: LanguageCode,
): LanguageCode | null | { fault: string } {
  if (!LANGUAGE_ELEMENTS.includes(name)) return null;
  if (tag !== undefined) return markedLanguage(tag, home);
  return name === 'lang' ? { fault: '<lang> needs xml:lang="fr" or another language' } : null;
}

export function rateOf({ rate, ...others }: Attributes): number | string {
  const [other] = Object.keys(others);
  if (other !== undefined) return `<prosody> takes rate only, not ${other.slice(0, 30)}`;
  const value = rate === undefined ? undefined : (RATES[rate] ?? relative(rate));
  if (value === undefined || !(value >= RATE.min && value <= RATE.max))
    return `rate is one of ${Object.keys(RATES).join(', ')}, or from 50% to 200%`;
  return value;
}

function relative(rate: string): number | undefined {
  const match = /^([+-])?(\d{1,3}(?:\.\d{1,3})?)(%)?$/u.exec(rate.trim());
  if (!match) return undefined;
  const [, sign, figures, percent] = match;
  const value = Number(figures) / (percent ? 100 : 1);
  if (sign) return percent ? 1 + (sign === '+' ? value : -value) : undefined;
  return value;
}

export function overlayToken(
  name: string,
  attributes: Attributes,
  text: string,
  language: LanguageCode,
): OverlayToken | string {
  if (text.trim() === '') return `<${name}> holds no text`;
  if (name === 'sub') {
    const spoken = spokenForm(attributes.alias ?? '', language);
    return spoken === '' ? '<sub> needs an alias that can be spoken' : { kind: 'word', spoken };
  }
  if (name === 'say-as') {
    const result = sayAs(text.trim(), attributes, language);
    return 'fault' in result ? result.fault : { kind: 'word', spoken: result.spoken };
  }
  if ((attributes.alphabet ?? 'ipa') !== 'ipa') return 'alphabet is ipa';
  const sounds = fromIpa(attributes.ph ?? '', language);
  if ('unknown' in sounds) return `"${sounds.unknown}" is not a phoneme of this voice`;
  return sounds.phonemes === ''
    ? '<phoneme> needs ph'
    : { kind: 'word', spoken: text, phonemes: sounds.phonemes };
}
