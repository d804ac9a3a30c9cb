import { pinyin } from 'pinyin-pro';
import { closedUp } from '../families/closed-up.ts';
import { chineseNumber, spelled } from './numbers.ts';
import { pinyinToIpa } from './pinyin-ipa.ts';

const words = new Intl.Segmenter('zh', { granularity: 'word' });
const HAN_RUN = /[\p{Script=Han}]+/gu;

/** Words are separated by a space, syllables of a word are not. */
export function createChinese(foreign: (text: string) => string): (clause: string) => string {
  return (clause) => {
    const text = withNumbers(closedUp(clause.normalize('NFKC')));
    const parts: string[] = [];
    let at = 0;
    for (const match of text.matchAll(HAN_RUN)) {
      parts.push(foreign(text.slice(at, match.index)), hanRun(match[0]));
      at = match.index + match[0].length;
    }
    parts.push(foreign(text.slice(at)));
    return parts.filter((part) => part !== '').join(' ');
  };
}

function withNumbers(text: string): string {
  return text
    .replaceAll(/(\d{4})(?=年)/gu, (_, year: string) => spelled(year))
    .replaceAll(/(\d[\d,]*(?:\.\d+)?)%/gu, (_, figures: string) => `百分之${chineseNumber(figures)}`)
    .replaceAll(/\d[\d,]*(?:\.\d+)?/gu, (figures) => chineseNumber(figures));
}

function hanRun(run: string): string {
  // Converts the whole run at once: the reading of a character depends on its neighbours.
  const syllables = pinyin(run, { toneType: 'num', type: 'array' });
  const spoken: string[] = [];
  let at = 0;
  for (const { segment } of words.segment(run)) {
    const length = [...segment].length;
    spoken.push(
      syllables
        .slice(at, at + length)
        .map((syllable) => pinyinToIpa(syllable) ?? '')
        .join(''),
    );
    at += length;
  }
  return spoken.join(' ');
}
