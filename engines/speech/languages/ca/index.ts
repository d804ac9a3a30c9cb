import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const catalan: Language<'ca'> = {
  code: 'ca',
  name: 'Catalan',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { ə: 'a', ɲ: 'nj', β: 'ʋ' } },
  accent: 'catalan',
  presets: {
    woman: { name: 'laia', recipe: { ef_dora: 1 } },
    man: { name: 'jordi', recipe: { em_alex: 0.5, jm_kumo: 0.5 } },
  },
  previewLine: 'Hola. Així sono quan llegeixo les teves paraules en veu alta.',
  disclosure: {
    agent: 'Soc una intel·ligència artificial, no una persona.',
    speech: 'Aquesta veu l’ha creada un ordinador.',
    label: 'Fet amb IA',
  },
  matching: {
    steering: [
      'Vam ser fora gairebé un any i ara ja som a casa.',
      'Ella va posar la tassa blava sobre la taula vella.',
    ],
    scoring: 'El noi va comprar cinc taronges i una mica de pa fresc al mercat.',
  },
  letterSeconds: 0.069,
};
