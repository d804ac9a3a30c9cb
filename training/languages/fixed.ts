/** Sentences of languages that Kokoro learnt, as the service speaks them: `node fixed.ts SENTENCES_FOLDER OUTPUT.json`. */
import { readFileSync, writeFileSync } from 'node:fs';
import type { PhonemeLanguage } from '../../src/engines/speech/phonemes/methods.ts';
import { planSegments } from '../../src/engines/speech/plan.ts';
import { createPools } from '../../src/engines/speech/pools.ts';
import { readRequest } from '../../src/engines/speech/read-request.ts';
import { phonemesOf } from '../../src/engines/speech/sounds.ts';
import { createLog } from '../../src/platform/log.ts';

const LEARNT: Record<PhonemeLanguage, string> = {
  'en-US': 'en',
  'en-GB': 'en',
  es: 'es',
  fr: 'fr',
  hi: 'hi',
  it: 'it',
  ja: 'ja',
  'pt-BR': 'pt-BR',
  zh: 'zh',
} as Record<PhonemeLanguage, string>;
const [folder, output] = process.argv.slice(2);
if (!folder || !output) throw new Error('usage: node fixed.ts SENTENCES_FOLDER OUTPUT.json');
const { language: languages, close } = createPools({
  modelsDir: '',
  processes: 1,
  log: createLog({ level: 'warn' }),
});
const found: Record<string, unknown[]> = {};
for (const [language, file] of Object.entries(LEARNT)) {
  const kinds = JSON.parse(readFileSync(`${folder}/${file}.json`, 'utf8')) as Record<string, string[]>;
  found[language] = [];
  for (const [kind, texts] of Object.entries(kinds))
    for (const text of texts) {
      const { sentences } = await readRequest({ text, voiceId: null, language });
      const parts: string[] = [];
      for (const sentence of sentences) {
        const clauses = sentence.clauses.map(({ words }) => words.map(({ spoken }) => spoken));
        const spoken = await languages.call('phonemize', { language: language as PhonemeLanguage, clauses });
        parts.push(
          ...planSegments(sentence, spoken.clauses, { opens: false, isLast: true }).map(({ sounds }) =>
            phonemesOf(sounds),
          ),
        );
      }
      found[language].push({ kind, text, phonemes: parts.join(' ') });
    }
}
await close();
writeFileSync(output, JSON.stringify(found));
