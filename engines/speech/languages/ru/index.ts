import { grammarReader } from '../../grammar/reader.ts';
import { CYRILLIC, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const russian: Language<'ru'> = {
  code: 'ru',
  name: 'Russian',
  script: CYRILLIC,
  reader: grammarReader(grammar),
  spellingMark: '-',
  sounds: { symbols: { tʃ: 'tʃ', v: 'ʋ', ɑ: 'a', ɕ: 'ʃ', ʌ: 'a' }, softness: 'j' },
  accent: 'russian',
  presets: {
    woman: { name: 'anna', recipe: { jf_gongitsune: 0.5, ef_dora: 0.5 } },
    man: { name: 'dmitri', recipe: { jm_kumo: 0.7, bm_daniel: 0.3 } },
  },
  previewLine: 'Здравствуйте. Так я звучу, когда читаю ваши слова вслух.',
  disclosure: {
    agent: 'Я искусственный интеллект, а не человек.',
    speech: 'Этот голос создан компьютером.',
    label: 'Создано с помощью ИИ',
  },
  matching: {
    steering: [
      'Нас не было почти год, а теперь мы дома.',
      'Она поставила синюю чашку на старый кухонный стол.',
    ],
    scoring: 'Молодой человек купил на рынке пять апельсинов и свежий хлеб.',
  },
  letterSeconds: 0.078,
};
