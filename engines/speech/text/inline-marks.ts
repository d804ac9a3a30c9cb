import type { Reading } from '../grammar/reading.ts';
import type { LanguageCode } from '../languages.ts';
import { fromIpa } from '../phonemes/ipa.ts';
import { pauseMsFrom } from './duration.ts';

/** `[pause:0.8s]` and `[word](/ˈfoʊnimz/)`. */
export function inlineMarks(language: LanguageCode): Reading[] {
  return [
    {
      starts: /\[/u,
      pattern: /\[pause:([^\]\n]{0,40})\]?/iuy,
      read: (m) => {
        const pauseMs = m[0].endsWith(']') ? pauseMsFrom(m[1] ?? '') : null;
        if (pauseMs !== null) return { spoken: ' ', pauseMs };
        return { fault: 'a pause is written [pause:0.8s] or [pause:800ms], at most 10 s', at: 0 };
      },
    },
    {
      starts: /\[/u,
      pattern: /\[([^\][\n]{1,200})\]\(\/([^()/\n]{0,200})\/\)/uy,
      read: (m) => {
        const [, word = '', ipa = ''] = m;
        const sounds = fromIpa(ipa, language);
        const at = word.length + 4;
        if ('unknown' in sounds)
          return { fault: `"${sounds.unknown}" is not a phoneme of this voice`, at: at + sounds.index };
        if (sounds.phonemes === '') return { fault: 'there are no phonemes between the slashes', at };
        return { spoken: word, phonemes: sounds.phonemes, within: { start: 1, end: 1 + word.length } };
      },
    },
  ];
}
