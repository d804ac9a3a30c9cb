import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInVocabulary } from '../kokoro/vocabulary.ts';
import { kanaToPhonemes } from './ja/kana.ts';
import { japaneseNumber } from './ja/numbers.ts';
import { chineseNumber } from './zh/numbers.ts';
import { createChinese } from './zh/phonemizer.ts';
import { pinyinToIpa } from './zh/pinyin-ipa.ts';

const NUMBERS: readonly (readonly [figures: string, chinese: string, japanese: string])[] = [
  ['0', '零', 'ゼロ'],
  ['10', '十', 'ジュー'],
  ['15', '十五', 'ジューゴ'],
  ['105', '一百零五', 'ヒャクゴ'],
  ['300', '三百', 'サンビャク'],
  ['1,010', '一千零一十', 'センジュー'],
  ['8800', '八千八百', 'ハッセンハッピャク'],
  ['10000', '一万', 'イチマン'],
  ['10,005', '一万零五', 'イチマンゴ'],
  ['100,000,000', '一亿', 'イチオク'],
  ['3.14', '三点一四', 'サンテンイチヨン'],
  ['007', '零零七', 'ゼロゼロナナ'],
];
for (const [figures, chinese, japanese] of NUMBERS) {
  test(`${figures} is counted in Chinese and in Japanese`, () => {
    assert.equal(chineseNumber(figures), chinese);
    assert.equal(japaneseNumber(figures), japanese);
  });
}

test('katakana becomes morae: palatals, long vowels, doubled consonants, borrowed sounds', () => {
  const cases: Record<string, string> = {
    コンニチワ: 'koɲɲiʨiβa',
    トーキョー: 'toːkʲoː',
    ガッコー: 'ɡaʔkoː',
    シンブン: 'ɕimbɯɴ',
    パーティー: 'paːtʲiː',
    ファン: 'ɸaɴ',
    ジャズ: 'ʥazɨ',
    ウィーク: 'βiːkɯ',
    すし: 'sɨɕi',
    チェック: 'ʨeʔkɯ',
    リュック: 'ɾʲɨʔkɯ',
  };
  for (const [kana, phonemes] of Object.entries(cases)) assert.equal(kanaToPhonemes(kana), phonemes, kana);
});

test('pinyin becomes sounds with the tone on the vowel', () => {
  const cases: Record<string, string | null> = {
    ni3: 'ni↓',
    zhong1: 'ꭧʊ→ŋ',
    shi4: 'ʂɨ↘',
    lü4: 'ly↘',
    xue2: 'ɕɥe↗',
    yuan2: 'ɥɛ↗n',
    er4: 'ɚ↘',
    de0: 'tɤ',
    wo3: 'wo↓',
    bo1: 'pwo→',
    hello: null,
  };
  for (const [syllable, ipa] of Object.entries(cases)) assert.equal(pinyinToIpa(syllable), ipa, syllable);
});

test('Chinese keeps words together, reads years digit by digit, and passes on foreign words', () => {
  const chinese = createChinese((text) => (text.trim() === '' ? '' : `<${text.trim()}>`));
  assert.equal(chinese('我喜欢 iPhone 手机'), 'wo↓ ɕi↓xwan <iPhone> ʂou↓ʨi→');
  assert.equal(chinese('2026 年'), chinese('二零二六年'));
  for (const symbol of chinese('银行和重庆都很漂亮')) assert.ok(isInVocabulary(symbol), symbol);
});
