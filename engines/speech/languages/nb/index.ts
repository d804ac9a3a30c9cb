import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const norwegian: Language<'nb'> = {
  code: 'nb',
  name: 'Norwegian Bokmål',
  aliases: ['nn', 'no'],
  script: LATIN,
  // The detector knows one Norwegian, which is mostly Bokmål.
  detectedAs: 'no',
  reader: grammarReader(grammar),
  sounds: {
    symbols: {
      ʉ: 'ɨ',
      a: 'æ',
      aɪ: 'aj',
      e: 'ɛ',
      h: 'x',
      r: 'ɾ',
      u: 'ʊ',
      x: 'k',
      ø: 'ɜ',
      œ: 'ø',
      ɔ: 'ɒ',
      ə: 'ɛ',
      ʉɪ: 'ɨɪ',
    },
    stress: 'primary',
    longConsonants: 'doubled',
  },
  accent: 'norwegian',
  presets: {
    woman: { name: 'ingrid', recipe: { if_sara: 0.5, jf_nezumi: 0.5 } },
    man: { name: 'lars', recipe: { jm_kumo: 0.3, bm_george: 0.7 } },
  },
  previewLine: 'Hei. Slik høres jeg ut når jeg leser ordene dine høyt.',
  disclosure: {
    agent: 'Jeg er en kunstig intelligens, ikke et menneske.',
    speech: 'Denne stemmen er laget av en datamaskin.',
    label: 'Laget med KI',
  },
  matching: {
    steering: [
      'Vi var borte i nesten et år, og nå er vi hjemme.',
      'Hun satte den blå koppen på det gamle kjøkkenbordet.',
    ],
    scoring: 'Den unge mannen kjøpte fem appelsiner og ferskt brød på torget.',
  },
  letterSeconds: 0.07,
};
