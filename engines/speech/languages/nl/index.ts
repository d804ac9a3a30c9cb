import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const dutch: Language<'nl'> = {
  code: 'nl',
  name: 'Dutch',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { ɵ: 'ʊ', ø: 'ɜ', ɔ: 'ɒ', ɛ: 'e', ʋ: 'v', ʌʊ: 'W' }, softness: 'j' },
  accent: 'dutch',
  presets: {
    woman: { name: 'sanne', recipe: { pf_dora: 0.7, jf_gongitsune: 0.3 } },
    man: { name: 'daan', recipe: { pm_alex: 1 } },
  },
  previewLine: 'Hallo. Zo klink ik als ik uw woorden voorlees.',
  disclosure: {
    agent: 'Ik ben een kunstmatige intelligentie, geen mens.',
    speech: 'Deze stem is gemaakt door een computer.',
    label: 'Gemaakt met AI',
  },
  matching: {
    steering: [
      'We waren bijna een jaar weg en nu zijn we thuis.',
      'Ze zette het blauwe kopje op de oude keukentafel.',
    ],
    scoring: 'De jonge man kocht vijf sinaasappels en vers brood op de markt.',
  },
  letterSeconds: 0.065,
};
