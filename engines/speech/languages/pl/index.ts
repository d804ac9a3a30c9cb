import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const polish: Language<'pl'> = {
  code: 'pl',
  name: 'Polish',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { dʑ: 'ʤ', ʑ: 'ʒj', r: 'ɾ', ts: 'ts', ɔ̃: 'ɔŋ', ɕ: 'ʃ', ɨ: 'ᵻ' }, withoutLength: true },
  accent: 'polish',
  presets: {
    woman: { name: 'zofia', recipe: { if_sara: 0.5, jf_tebukuro: 0.5 } },
    man: { name: 'tomasz', recipe: { am_adam: 0.7, bm_lewis: 0.3 } },
  },
  previewLine: 'Dzień dobry. Tak brzmię, kiedy czytam na głos wasze słowa.',
  disclosure: {
    agent: 'Jestem sztuczną inteligencją, a nie człowiekiem.',
    speech: 'Ten głos został wygenerowany przez komputer.',
    label: 'Utworzono za pomocą AI',
  },
  matching: {
    steering: [
      'Nie było nas prawie rok, a teraz jesteśmy w domu.',
      'Postawiła niebieski kubek na starym kuchennym stole.',
    ],
    scoring: 'Młody człowiek kupił na targu pięć pomarańczy i świeży chleb.',
  },
  letterSeconds: 0.068,
};
