import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { silentLog } from '../../../src/platform/log.ts';
import { createProcessPool } from '../../../src/platform/process-pool/index.ts';
import { isInVocabulary } from '../kokoro/vocabulary.ts';
import type { LanguageCode } from '../languages.ts';
import type { LanguageMethods } from './methods.ts';

const language = createProcessPool<LanguageMethods>({
  name: 'language',
  entry: new URL('../language-process.ts', import.meta.url),
  config: undefined,
  size: 1,
  maxQueued: 20,
  callDeadlineMs: 30_000,
  startDeadlineMs: 30_000,
  maxRssBytes: 1024 ** 3,
  log: silentLog,
});
after(() => language.close());

const SAMPLES: Record<string, readonly [text: string, phonemes: string]> = {
  'en-US': ['the little boy judged nine nurses', 'ðə lˈɪTᵊl bˈY ʤˈʌʤd nˈIn nˈɜɹsᵻz'],
  'en-GB': ['go home there', 'ɡˌQ hˈQm ðˈɛː'],
  es: ['cómo estás niño', 'kˈomo estˈas nˈiɲo'],
  fr: ['bonjour le monde', 'bɔ̃ʒˈuʁ lə mˈɔ̃d'],
  hi: ['नमस्ते दुनिया', 'nəmˈʌsteː dˈʊnɪjˌaː'],
  it: ['la pizza è buona', 'la pˈiʦːa e bʊˈɔna'],
  'pt-BR': ['bom dia mundo', 'bˈoŋ ʤˈiæ mˈu\u0303ŋdʊ'],
  ja: ['学校は東京です', 'ɡaʔkoː βa toːkʲoːdesɨ'],
  zh: ['你好世界', 'ni↓xau↓ ʂɨ↘ʨje↘'],
};

for (const [code, [text, phonemes]] of Object.entries(SAMPLES)) {
  test(`writes ${code} in symbols that the voices know`, async () => {
    const payload = { language: code as LanguageCode, clauses: [text.split(' '), []] };
    const { clauses } = await language.call('phonemize', payload);
    assert.deepEqual(
      clauses.map((clause) => clause.phonemes),
      [phonemes, ''],
    );
    for (const symbol of clauses[0]?.phonemes ?? '')
      assert.ok(isInVocabulary(symbol), `${symbol} is not in the vocabulary`);
  });
}

test('gives letters their names and figures their words in every language', async () => {
  const ask = async (code: LanguageCode, text: string) =>
    (await language.call('phonemize', { language: code, clauses: [[text]] })).clauses[0]?.phonemes;
  assert.equal(await ask('en-US', 'the A P I'), 'ðɪ ˌApˌiˈI');
  assert.equal(await ask('zh', '50%'), await ask('zh', '百分之五十'));
  assert.equal(await ask('ja', '300円'), 'sambʲakɯeɴ');
  assert.match((await ask('es', '25')) ?? '', /θˈinko$/u);
  const names: [LanguageCode, string, number][] = [
    ['de', 'A P I', 3],
    ['ru', 'A P I', 3],
    ['ru', 'С Ш А', 3],
    ['uk', 'B M W', 4],
  ];
  for (const [code, letters, stresses] of names)
    assert.equal((await ask(code, letters))?.match(/[ˈˌ]/gu)?.length, stresses, `${code} ${letters}`);
});

test('every word has its sounds, also where letters are called by their names', async () => {
  for (const code of ['de', 'es', 'ru', 'tr'] as const) {
    const words = Array.from({ length: 300 }, () => 'ő');
    const { clauses } = await language.call('phonemize', { language: code, clauses: [words] });
    const starts = clauses[0]?.starts ?? [];
    assert.ok(
      starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0)),
      code,
    );
  }
  const whole = await language.call('phonemize', { language: 'de', clauses: [['finden']] });
  assert.deepEqual(await language.call('phonemize', { language: 'de', clauses: [['ﬁnden']] }), whole);
});

test('keeps words apart that are said in one breath, and together that are said in several', async () => {
  const words = ['one', 'of', 'the', 'A P I', 'forty-two', 'three dollars and fifty cents', 'cats'];
  const { clauses } = await language.call('phonemize', { language: 'en-US', clauses: [words] });
  const [{ phonemes, starts } = { phonemes: '', starts: [] }] = clauses;
  const symbols = [...phonemes];
  const parts = starts.map((start, i) =>
    symbols
      .slice(start, starts[i + 1])
      .join('')
      .trim(),
  );
  assert.match(parts[1] ?? '', /v$/u);
  assert.match(parts[2] ?? '', /^ð/u);
  assert.match(parts[3] ?? '', /pˌiˈI$/u);
  assert.match(parts[4] ?? '', /^fˈɔɹT.*tˈu$/u);
  assert.match(parts[5] ?? '', /^θɹˈi.*sˈɛnts$/u);
  assert.equal(parts[6], 'kˈæts');
});

test('Japanese and Chinese words are found in a run without spaces', async () => {
  for (const [code, words] of [
    ['zh', ['今天', '天气', '很', '好']],
    ['ja', ['学校', 'は', '東京', 'です']],
  ] as const) {
    const { clauses } = await language.call('phonemize', { language: code, clauses: [[...words]] });
    const starts = clauses[0]?.starts ?? [];
    assert.equal(starts.length, 4);
    assert.ok(
      starts.every((start, i) => i === 0 || start > (starts[i - 1] ?? 0)),
      `${code} ${starts}`,
    );
  }
});
