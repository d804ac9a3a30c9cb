/** What the service knows about symbols and mouths, for the labels of training: `node tables.ts FILE`. */
import { writeFileSync } from 'node:fs';
import { isSchwa, isShapeless, isVowel, shapesOf } from '../../engines/lipsync/articulation.ts';
import { FORMS } from '../../engines/lipsync/mouth-form.ts';
import { FORM_NAMES, VISEMES } from '../../engines/lipsync/types.ts';
import { isInVocabulary } from '../../engines/speech/kokoro/vocabulary.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('which file to write?');
const known = Array.from({ length: 0x1_0000 }, (_, code) => String.fromCodePoint(code)).filter(
  isInVocabulary,
);
const shapes = known.flatMap((symbol) => {
  const found = shapesOf(symbol);
  return found ? [[symbol, found.map(({ viseme, share }) => [VISEMES.indexOf(viseme), share])]] : [];
});
const tables = {
  visemes: VISEMES,
  vowels: VISEMES.filter(isVowel),
  shapes: Object.fromEntries(shapes),
  shapeless: known.filter(isShapeless),
  schwas: known.filter(isSchwa),
  forms: VISEMES.map((viseme) => FORM_NAMES.map((name) => FORMS[viseme][name])),
};
writeFileSync(file, JSON.stringify(tables));
