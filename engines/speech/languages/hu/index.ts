import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const hungarian: Language<'hu'> = {
  code: 'hu',
  name: 'Hungarian',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: {
    symbols: { c: 'tj', e: 'A', r: 'ɾ', tʃ: 'tʃ', y: 'ɥ', ɑ: 'ɔ', ɟ: 'ɡj', ɲ: 'nj' },
    stress: 'none',
    longConsonants: 'doubled',
  },
  accent: 'hungarian',
  presets: {
    woman: { name: 'zsofia', recipe: { hf_beta: 0.5, jf_nezumi: 0.5 } },
    man: { name: 'bence', recipe: { jm_kumo: 0.7, im_nicola: 0.3 } },
  },
  previewLine: 'Üdvözlöm. Így szól a hangom, amikor felolvasom a szavait.',
  disclosure: {
    agent: 'Mesterséges intelligencia vagyok, nem ember.',
    speech: 'Ezt a hangot számítógép hozta létre.',
    label: 'Mesterséges intelligenciával készült',
  },
  matching: {
    steering: [
      'Majdnem egy évig voltunk távol, és most itthon vagyunk.',
      'A kék csészét a régi konyhaasztalra tette.',
    ],
    scoring: 'A fiatalember öt narancsot és friss kenyeret vett a piacon.',
  },
  letterSeconds: 0.074,
};
