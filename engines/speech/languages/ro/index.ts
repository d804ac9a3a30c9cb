import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const romanian: Language<'ro'> = {
  code: 'ro',
  name: 'Romanian',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { ea: 'ɛa', r: 'ɾ', ɔa: 'oa' } },
  accent: 'romanian',
  presets: {
    woman: { name: 'ioana', recipe: { hf_alpha: 0.5, ef_dora: 0.5 } },
    man: { name: 'andrei', recipe: { jm_kumo: 0.7, em_alex: 0.3 } },
  },
  previewLine: 'Bună ziua. Așa sună vocea mea când vă citesc cuvintele.',
  disclosure: {
    agent: 'Sunt o inteligență artificială, nu o persoană.',
    speech: 'Această voce a fost creată de un calculator.',
    label: 'Creat cu IA',
  },
  matching: {
    steering: [
      'Am fost plecați aproape un an, iar acum suntem acasă.',
      'Ea a pus ceașca albastră pe masa veche din bucătărie.',
    ],
    scoring: 'Tânărul a cumpărat de la piață cinci portocale și pâine proaspătă.',
  },
  letterSeconds: 0.07,
};
