/**
 * Sentences as the speech engine reads them, with espeak-ng's own symbols, so that a search may try other mappings:
 * `node phonemes.ts SENTENCES_FOLDER OUTPUT.json`.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isInVocabulary, tokenIds } from '../../src/engines/speech/kokoro/vocabulary.ts';
import { createEspeak } from '../../src/engines/speech/phonemes/espeak.ts';
import { notationOf } from '../../src/engines/speech/phonemes/espeak-symbols.ts';
import { readingsFor } from '../../src/engines/speech/text/readings.ts';
import { splitSentences } from '../../src/engines/speech/text/sentences.ts';
import { tokenize } from '../../src/engines/speech/text/tokenize.ts';

const KINDS = ['tuning', 'news', 'dialogue', 'numbers'] as const;
const [folder, output] = process.argv.slice(2);
if (!folder || !output) throw new Error('usage: node phonemes.ts SENTENCES_FOLDER OUTPUT.json');
const { phonemes } = await createEspeak();
const NEW = 'de nl ru pl uk id hu tr ro fi cs sv ca nb da sk hr el vi ko ar'.split(' ');

const languages: Record<string, unknown[]> = {};
for (const file of readdirSync(folder)) {
  const language = file.replace('.json', '');
  if (!NEW.includes(language)) continue;
  const sentences = JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, string[]>;
  languages[language] = KINDS.flatMap((kind) =>
    (sentences[kind] ?? []).map((text) => {
      const tokens = tokenize(text, readingsFor(language as 'de'));
      const clauses = splitSentences(tokens).flatMap((sentence) =>
        sentence.clauses.map(({ opening, words, closing }) => {
          const spoken = words.map((word) => word.spoken).join(' ');
          return { opening, closing, spoken, raw: phonemes(spoken, language) };
        }),
      );
      return { kind, text, clauses };
    }),
  );
}
const vocabulary: Record<string, number> = {};
for (let code = 32; code < 0x1_0000; code++) {
  const symbol = String.fromCodePoint(code);
  if (isInVocabulary(symbol)) vocabulary[symbol] = tokenIds(symbol)[1] ?? 0;
}
writeFileSync(output, JSON.stringify({ everywhere: notationOf('es').symbols, vocabulary, languages }));
console.log(Object.keys(languages).length, 'languages', Object.keys(vocabulary).length, 'symbols');
