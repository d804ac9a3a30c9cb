import { grammarReader } from '../../grammar/reader.ts';
import { LATIN, type Language } from '../../language.ts';
import { grammar } from './grammar.ts';

export const turkish: Language<'tr'> = {
  code: 'tr',
  name: 'Turkish',
  script: LATIN,
  reader: grammarReader(grammar),
  sounds: { symbols: { a: 'ɑ', e: 'ɛ', æ: 'ɛ', œ: 'ɜ', ɔ: 'o', ɟ: 'ɡ' }, stress: 'none' },
  accent: 'turkish',
  presets: {
    woman: { name: 'elif', recipe: { jf_gongitsune: 0.5, af_kore: 0.5 } },
    man: { name: 'emre', recipe: { bm_george: 0.7, am_adam: 0.3 } },
  },
  previewLine: 'Merhaba. Sözlerinizi yüksek sesle okurken sesim böyle.',
  disclosure: {
    agent: 'Ben bir yapay zekâyım, insan değilim.',
    speech: 'Bu ses bilgisayar tarafından üretildi.',
    label: 'Yapay zekâ ile yapıldı',
  },
  matching: {
    steering: [
      'Neredeyse bir yıl uzaktaydık ve şimdi evdeyiz.',
      'Mavi fincanı eski mutfak masasının üzerine koydu.',
    ],
    scoring: 'Genç adam pazardan beş portakal ve taze ekmek aldı.',
  },
  letterSeconds: 0.068,
};
