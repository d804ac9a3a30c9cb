import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const finnish: Language<'fi'> = {
  code: 'fi',
  name: 'Finnish',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { a: 'ɑ', v: 'ʋ', ɪ: 'i' }, longConsonants: 'doubled' },
  accent: 'finnish',
  presets: {
    woman: { name: 'aino', recipe: { if_sara: 0.5, jf_nezumi: 0.5 } },
    man: { name: 'eero', recipe: { jm_kumo: 0.7, em_alex: 0.3 } },
  },
  previewLine: 'Hei. Tältä kuulostan, kun luen sanasi ääneen.',
  disclosure: {
    agent: 'Olen tekoäly, en ihminen.',
    speech: 'Tämä ääni on tehty tietokoneella.',
    label: 'Tehty tekoälyllä',
  },
  matching: {
    steering: [
      'Olimme poissa melkein vuoden, ja nyt olemme kotona.',
      'Hän pani sinisen kupin vanhalle keittiön pöydälle.',
    ],
    scoring: 'Nuori mies osti torilta viisi appelsiinia ja tuoretta leipää.',
  },
  letterSeconds: 0.066,
};
