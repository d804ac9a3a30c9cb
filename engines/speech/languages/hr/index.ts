import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const croatian: Language<'hr'> = {
  code: 'hr',
  name: 'Croatian',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { ɪ: 'i', ɲ: 'nj', ʊ: 'u', ʎ: 'lj' } },
  accent: 'croatian',
  presets: {
    woman: { name: 'iva', recipe: { if_sara: 0.5, jf_gongitsune: 0.5 } },
    man: { name: 'luka', recipe: { jm_kumo: 0.5, em_alex: 0.5 } },
  },
  previewLine: 'Bok. Ovako zvučim kad naglas čitam vaše riječi.',
  disclosure: {
    agent: 'Ja sam umjetna inteligencija, a ne čovjek.',
    speech: 'Ovaj glas stvorilo je računalo.',
    label: 'Izrađeno umjetnom inteligencijom',
  },
  matching: {
    steering: [
      'Bili smo odsutni gotovo godinu dana i sada smo kod kuće.',
      'Stavila je plavu šalicu na stari kuhinjski stol.',
    ],
    scoring: 'Mladić je na tržnici kupio pet naranči i svježi kruh.',
  },
  letterSeconds: 0.071,
};
