/// <reference path="./kuromoji.d.ts" />
import { fileURLToPath } from 'node:url';
import kuromoji from 'kuromoji';
import { closedUp } from '../families/closed-up.ts';
import { kanaToPhonemes } from './kana.ts';
import { japaneseNumber } from './numbers.ts';

type Morpheme = { surface_form: string; pos: string; pos_detail_1: string; pronunciation?: string };

const KANA_ONLY = /^[\p{Script=Hiragana}\p{Script=Katakana}ー]+$/u;

/** Readings come from the IPADIC dictionary. Endings and auxiliaries are attached to their word. */
export async function createJapanese(foreign: (text: string) => string): Promise<(clause: string) => string> {
  const tokenizer = await loadDictionary();
  return (clause) => {
    const text = closedUp(clause.normalize('NFKC')).replaceAll('%', 'パーセント');
    let spoken = '';
    for (const morpheme of tokenizer.tokenize(text)) {
      const phonemes = phonemesOf(morpheme, foreign);
      if (phonemes === '') continue;
      spoken += (spoken === '' || attachesToPrevious(morpheme) ? '' : ' ') + phonemes;
    }
    return spoken.replaceAll('ʔ ', 'ʔ').replace(/ʔ$/u, '');
  };
}

function phonemesOf(morpheme: Morpheme, foreign: (text: string) => string): string {
  const { surface_form: surface, pronunciation } = morpheme;
  if (/^\d[\d,]*(\.\d+)?$/u.test(surface)) return kanaToPhonemes(japaneseNumber(surface));
  if (pronunciation && pronunciation !== '*') return kanaToPhonemes(pronunciation);
  return KANA_ONLY.test(surface) ? kanaToPhonemes(surface) : foreign(surface);
}

function attachesToPrevious({ pos, pos_detail_1: detail }: Morpheme): boolean {
  return (
    pos === '助動詞' || detail === '接尾' || detail === '接続助詞' || (pos === '動詞' && detail === '非自立')
  );
}

function loadDictionary(): Promise<{ tokenize(text: string): Morpheme[] }> {
  const dicPath = fileURLToPath(new URL('../dict', import.meta.resolve('kuromoji')));
  const { promise, resolve, reject } = Promise.withResolvers<{ tokenize(text: string): Morpheme[] }>();
  kuromoji.builder({ dicPath }).build((error, tokenizer) => (error ? reject(error) : resolve(tokenizer)));
  return promise;
}
