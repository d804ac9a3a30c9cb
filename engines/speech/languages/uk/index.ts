import { grammarReader } from '../../grammar/reader.ts';
import { CYRILLIC, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const ukrainian: Language<'uk'> = {
  code: 'uk',
  name: 'Ukrainian',
  script: CYRILLIC,
  reader: grammarReader(grammar),
  spellingMark: '-',
  sounds: { symbols: { β: 'v', ʎ: 'lj' } },
  accent: 'ukrainian',
  presets: {
    woman: { name: 'oksana', recipe: { bf_emma: 0.7, hf_alpha: 0.3 } },
    man: { name: 'taras', recipe: { jm_kumo: 0.7, bm_george: 0.3 } },
  },
  previewLine: 'Вітаю. Так я звучу, коли читаю ваші слова вголос.',
  disclosure: {
    agent: 'Я штучний інтелект, а не людина.',
    speech: 'Цей голос створено комп’ютером.',
    label: 'Створено за допомогою ШІ',
  },
  matching: {
    steering: [
      'Нас не було майже рік, а тепер ми вдома.',
      'Вона поставила синю чашку на старий кухонний стіл.',
    ],
    scoring: "Молодий чоловік купив на ринку п'ять апельсинів і свіжий хліб.",
  },
  letterSeconds: 0.072,
};
