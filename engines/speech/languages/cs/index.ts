import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const czech: Language<'cs'> = {
  code: 'cs',
  name: 'Czech',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { l̩: 'l', c: 'tj', oʊ: 'ow', u: 'ʊ', ɟ: 'dj' }, stress: 'none' },
  accent: 'czech',
  presets: {
    woman: { name: 'tereza', recipe: { bf_alice: 0.5, af_bella: 0.5 } },
    man: { name: 'jakub', recipe: { bm_daniel: 0.7, bm_george: 0.3 } },
  },
  previewLine: 'Dobrý den. Takhle zním, když čtu vaše slova nahlas.',
  disclosure: {
    agent: 'Jsem umělá inteligence, nejsem člověk.',
    speech: 'Tento hlas vytvořil počítač.',
    label: 'Vytvořeno pomocí AI',
  },
  matching: {
    steering: ['Byli jsme pryč skoro rok a teď jsme doma.', 'Položila modrý hrnek na starý kuchyňský stůl.'],
    scoring: 'Mladý muž koupil na trhu pět pomerančů a čerstvý chléb.',
  },
  letterSeconds: 0.075,
};
