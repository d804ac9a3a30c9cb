/**
 * The sentences of bench/languages as the speech engine reads them: `node sentences.ts FOLDER`. In FOLDER/languages.json those of
 * borrowed languages have espeak-ng's own symbols, so that a search may try other mappings; in FOLDER/fixed.json those of
 * languages that Kokoro learnt have Kokoro's.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isInVocabulary, tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import { hasBorrowedSounds, type LanguageCode } from '../../engines/speech/languages.ts';
import { createEspeak } from '../../engines/speech/phonemes/espeak.ts';
import { notationOf } from '../../engines/speech/phonemes/espeak-symbols.ts';
import { planSegments } from '../../engines/speech/plan.ts';
import { createPools } from '../../engines/speech/pools.ts';
import { phonemesOf } from '../../engines/speech/sounds.ts';
import { readingsFor } from '../../engines/speech/text/readings.ts';
import { type Sentence, splitSentences } from '../../engines/speech/text/sentences.ts';
import { tokenize } from '../../engines/speech/text/tokenize.ts';
import { silentLog } from '../../src/platform/log.ts';

const SENTENCES = new URL('../../bench/languages/sentences/', import.meta.url);
const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node sentences.ts FOLDER');
const espeak = await createEspeak();
const pools = createPools({ modelsDir: '', processes: 1, log: silentLog });

function rawClauses(sentences: readonly Sentence[], language: LanguageCode) {
  return sentences.flatMap(({ clauses }) =>
    clauses.map(({ opening, words, closing }) => {
      const spoken = words.map((word) => word.spoken).join(' ');
      return { opening, closing, spoken, raw: espeak.phonemes(spoken, language) };
    }),
  );
}

async function phonemes(sentences: readonly Sentence[], language: LanguageCode): Promise<string> {
  const parts: string[] = [];
  for (const sentence of sentences) {
    const clauses = sentence.clauses.map(({ words }) => words.map(({ spoken }) => spoken));
    const { clauses: spoken } = await pools.language.call('phonemize', { language, clauses });
    const segments = planSegments(sentence, spoken, { opens: false, isLast: true });
    parts.push(...segments.map(({ sounds }) => phonemesOf(sounds)));
  }
  return parts.join(' ');
}

/** Both accents of English read the same sentences. */
function languagesIn(file: string): LanguageCode[] {
  const code = file.replace('.json', '');
  return code === 'en' ? ['en-US', 'en-GB'] : [code as LanguageCode];
}

const languages: Record<string, unknown[]> = {};
const fixed: Record<string, unknown[]> = {};
for (const file of readdirSync(SENTENCES))
  for (const language of languagesIn(file)) {
    const lists = JSON.parse(readFileSync(new URL(file, SENTENCES), 'utf8')) as Record<string, string[]>;
    for (const [kind, texts] of Object.entries(lists))
      for (const text of texts) {
        const sentences = splitSentences(tokenize(text, readingsFor(language)));
        if (hasBorrowedSounds(language)) {
          languages[language] ??= [];
          const clauses = rawClauses(sentences, language);
          languages[language].push({ kind, text, clauses, phonemes: await phonemes(sentences, language) });
        } else {
          fixed[language] ??= [];
          fixed[language].push({ kind, text, phonemes: await phonemes(sentences, language) });
        }
      }
  }
await pools.close();
const vocabulary: Record<string, number> = {};
for (let code = 32; code < 0x1_0000; code++) {
  const symbol = String.fromCodePoint(code);
  if (isInVocabulary(symbol)) vocabulary[symbol] = tokenIds(symbol)[1] ?? 0;
}
const everywhere = notationOf('es').symbols;
writeFileSync(`${folder}/languages.json`, JSON.stringify({ everywhere, vocabulary, languages }));
writeFileSync(`${folder}/fixed.json`, JSON.stringify(fixed));
