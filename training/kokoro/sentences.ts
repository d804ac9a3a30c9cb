/**
 * Sentences as the speech engine sends them to Kokoro, so that what is learnt is what is spoken: `node sentences.ts
 * TEXTS.json SENTENCES.json`. Every twelfth is for tests.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import type { LanguageCode } from '../../engines/speech/languages.ts';
import { planSegments } from '../../engines/speech/plan.ts';
import { createPools } from '../../engines/speech/pools.ts';
import { readRequest } from '../../engines/speech/read-request.ts';
import { phonemesOf } from '../../engines/speech/sounds.ts';
import type { Sentence as SentenceOfText } from '../../engines/speech/text/sentences.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { createLog } from '../../src/platform/log.ts';

type Sentence = { language: LanguageCode; text: string; phonemes: string; ids: number[]; test: boolean };
type Source = { language: LanguageCode; texts: string; voiceId: string; count: number };

const SOURCES: readonly Source[] = [
  { language: 'en-US', texts: 'en', voiceId: 'af_heart', count: 2_600 },
  { language: 'en-GB', texts: 'en', voiceId: 'bf_emma', count: 1_200 },
  { language: 'es', texts: 'es', voiceId: 'ef_dora', count: 1_300 },
  { language: 'fr', texts: 'fr', voiceId: 'ff_siwis', count: 1_300 },
  { language: 'hi', texts: 'hi', voiceId: 'hf_alpha', count: 1_200 },
  { language: 'it', texts: 'it', voiceId: 'if_sara', count: 1_200 },
  { language: 'pt-BR', texts: 'pt-BR', voiceId: 'pf_dora', count: 1_300 },
  { language: 'ja', texts: 'ja', voiceId: 'jf_alpha', count: 1_300 },
  { language: 'zh', texts: 'zh', voiceId: 'zf_xiaobei', count: 1_300 },
];
const SYMBOLS = { least: 15, most: 200 };
const TEST_EVERY = 12;

const [textsFile, sentencesFile] = process.argv.slice(2);
if (!textsFile || !sentencesFile) throw new Error('usage: node sentences.ts TEXTS.json SENTENCES.json');
const texts = JSON.parse(readFileSync(textsFile, 'utf8')) as Record<string, string[]>;
const { language: languages, close } = createPools({
  modelsDir: '',
  processes: 1,
  log: createLog({ level: 'warn' }),
});

/** Nothing for what the service refuses to say. */
async function sentencesOf(text: string, voiceId: string): Promise<SentenceOfText[]> {
  try {
    return (await readRequest({ text, voiceId })).sentences;
  } catch (error) {
    if (error instanceof DomainError) return [];
    throw error;
  }
}

async function spokenAs(text: string, { language, voiceId }: Source): Promise<string[]> {
  const sentences = await sentencesOf(text, voiceId);
  const parts = await Promise.all(
    sentences.map(async (sentence) => {
      const clauses = sentence.clauses.map(({ words }) => words.map(({ spoken }) => spoken));
      const spoken = await languages.call('phonemize', { language, clauses });
      return planSegments(sentence, spoken.clauses, { opens: false, isLast: true });
    }),
  );
  return parts.flat().map(({ sounds }) => phonemesOf(sounds));
}

const sentences: Sentence[] = [];
for (const [turn, source] of SOURCES.entries()) {
  // Both accents of English draw from the same texts, from either end.
  const own = texts[source.texts] ?? [];
  const chosen = source.language === 'en-GB' ? own.slice(-source.count) : own.slice(0, source.count);
  for (const text of chosen)
    for (const phonemes of await spokenAs(text, source)) {
      if (phonemes.length < SYMBOLS.least || phonemes.length > SYMBOLS.most) continue;
      const test = (sentences.length + turn) % TEST_EVERY === 0;
      sentences.push({ language: source.language, text, phonemes, ids: tokenIds(phonemes), test });
    }
  console.log(source.language, sentences.filter(({ language }) => language === source.language).length);
}
await close();
writeFileSync(sentencesFile, JSON.stringify(sentences));
