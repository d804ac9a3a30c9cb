import { JAPANESE, type Language } from '../../language.ts';

export const japanese: Language<'ja'> = {
  code: 'ja',
  name: 'Japanese',
  script: JAPANESE,
  phonemizer: async (foreign) => (await import('./phonemizer.ts')).createJapanese(foreign),
  accent: 'japanese',
  presets: { kokoro: 'j' },
  previewLine: 'こんにちは。わたしのこえはこのようにきこえます。',
  disclosure: {
    agent: 'わたしは人間ではなく、人工知能です。',
    speech: 'この音声はコンピューターで作られました。',
    label: 'AIで作成',
  },
  matching: {
    steering: [
      '私たちは一年ほど留守にして、今家に帰りました。',
      '彼女は青いカップを古い机の上に置きました。',
    ],
    scoring: '若い男の人が市場でみかんを五つと新しいパンを買いました。',
  },
  letterSeconds: 0.069,
  hanSeconds: 0.255,
};
