import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const german: Language<'de'> = {
  code: 'de',
  name: 'German',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { y: 'ɥ', œ: 'ø', ɑ: 'a', ɔø: 'ɔy', ɜ: 'a', ɾ: 'r' } },
  accent: 'german',
  presets: {
    woman: { name: 'lena', recipe: { af_kore: 0.5, if_sara: 0.5 } },
    man: { name: 'jonas', recipe: { bm_george: 0.5, am_fenrir: 0.5 } },
  },
  previewLine: 'Hallo. So klinge ich, wenn ich Ihre Worte vorlese.',
  disclosure: {
    agent: 'Ich bin eine künstliche Intelligenz, kein Mensch.',
    speech: 'Diese Stimme hat ein Computer erzeugt.',
    label: 'Mit KI erstellt',
  },
  matching: {
    steering: [
      'Wir waren fast ein Jahr lang fort, und jetzt sind wir zu Hause.',
      'Sie stellte die blaue Tasse auf den alten Küchentisch.',
    ],
    scoring: 'Der junge Mann kaufte auf dem Markt fünf Orangen und frisches Brot.',
  },
  letterSeconds: 0.062,
};
