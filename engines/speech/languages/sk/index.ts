import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const slovak: Language<'sk'> = {
  code: 'sk',
  name: 'Slovak',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { dʑ: 'ʣ', ʎ: 'l' }, stress: 'none', longConsonants: 'single' },
  accent: 'slovak',
  presets: {
    woman: { name: 'zuzana', recipe: { af_kore: 0.3, bf_isabella: 0.7 } },
    man: { name: 'martin', recipe: { jm_kumo: 0.7, bm_daniel: 0.3 } },
  },
  previewLine: 'Dobrý deň. Takto zniem, keď nahlas čítam vaše slová.',
  disclosure: {
    agent: 'Som umelá inteligencia, nie človek.',
    speech: 'Tento hlas vytvoril počítač.',
    label: 'Vytvorené pomocou AI',
  },
  matching: {
    steering: ['Boli sme preč skoro rok a teraz sme doma.', 'Položila modrú šálku na starý kuchynský stôl.'],
    scoring: 'Mladý muž kúpil na trhu päť pomarančov a čerstvý chlieb.',
  },
  letterSeconds: 0.073,
};
