/** Writes what turns espeak-ng's notation of English into Kokoro's symbols, for programs in Python: `node symbols.ts FILE`. */
import { writeFileSync } from 'node:fs';
import { isInVocabulary, tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import { notationOf } from '../../engines/speech/phonemes/espeak-symbols.ts';

const LAST_SYMBOL = 0xffff;

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node symbols.ts FILE');
const known = Array.from({ length: LAST_SYMBOL }, (_, code) => String.fromCharCode(code)).filter(
  isInVocabulary,
);
const ids = Object.fromEntries(known.map((symbol) => [symbol, tokenIds(symbol)[1]]));
const notations = { 'en-US': notationOf('en-US'), 'en-GB': notationOf('en-GB') };
writeFileSync(file, JSON.stringify({ ids, notations }));
