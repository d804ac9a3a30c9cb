import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const swedish: Language<'sv'> = {
  code: 'sv',
  name: 'Swedish',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: {
    symbols: {
      ɵ: 'ʊ',
      a: 'ɑ',
      e: 'ɛ',
      r: 'ɾ',
      u: 'ʊ',
      ø: 'ɜ',
      œ: 'ə',
      ɑ: 'a',
      ɔ: 'ɒ',
      ɕ: 'ʂ',
      ə: 'ɛ',
      ɪ: 'i',
    },
    withoutLength: true,
    stress: 'primary',
    longConsonants: 'doubled',
  },
  accent: 'swedish',
  presets: {
    woman: { name: 'astrid', recipe: { jf_gongitsune: 0.5, if_sara: 0.5 } },
    man: { name: 'erik', recipe: { jm_kumo: 0.7, im_nicola: 0.3 } },
  },
  previewLine: 'Hej. Så här låter jag när jag läser dina ord högt.',
  disclosure: {
    agent: 'Jag är en artificiell intelligens, inte en människa.',
    speech: 'Den här rösten är skapad av en dator.',
    label: 'Skapat med AI',
  },
  matching: {
    steering: [
      'Vi var borta i nästan ett år, och nu är vi hemma.',
      'Hon ställde den blå koppen på det gamla köksbordet.',
    ],
    scoring: 'Den unge mannen köpte fem apelsiner och färskt bröd på torget.',
  },
  letterSeconds: 0.069,
};
