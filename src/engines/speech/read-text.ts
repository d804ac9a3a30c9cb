import { InvalidMarkup, InvalidPronunciation } from './errors.ts';
import { LANGUAGES } from './languages.ts';
import type { PhonemeLanguage } from './phonemes/methods.ts';
import { withinLimits } from './spoken-limits.ts';
import { inlineMarks } from './text/inline-marks.ts';
import { MarkupFault } from './text/markup-fault.ts';
import { createVocabulary, faultInEveryLanguage, isIpa, pronunciationFault } from './text/pronunciations.ts';
import { readingsFor } from './text/readings.ts';
import { plainSource } from './text/source.ts';
import { isSsml, readSsml } from './text/ssml.ts';
import type { Token } from './text/token.ts';
import { tokens } from './text/tokenize.ts';
import type { SynthesisRequest } from './types.ts';

type Written = Pick<SynthesisRequest, 'text' | 'pronunciations' | 'dictionary'>;

/** Reads the caller's text into tokens. Markup comes first, then pronunciations, then the readings of the language. */
export function* readText(
  { text, pronunciations, dictionary }: Written,
  language: PhonemeLanguage,
): Generator<Token> {
  for (const [word, spokenAs] of Object.entries(pronunciations ?? {})) {
    const fault = pronunciationFault(spokenAs, language);
    if (fault !== null) throw new InvalidPronunciation(word, fault);
  }
  try {
    const source = isSsml(text) ? readSsml(text, language) : plainSource(text);
    const own = {
      marks: inlineMarks(language),
      vocabulary: createVocabulary({ ...dictionary, ...pronunciations }, language),
    };
    yield* withinLimits(tokens(source, readingsFor(language), own), text.length);
  } catch (error) {
    if (!(error instanceof MarkupFault)) throw error;
    throw new InvalidMarkup(error.message, [...text.slice(0, error.offset)].length);
  }
}

/** English, the languages with a grammar and the others each read alike what may have nothing to speak. */
const KINDS: readonly PhonemeLanguage[] = ['en-US', 'de', 'es'];
const ALL = LANGUAGES.map(({ code }) => code);

/** Returns why no voice can speak this pronunciation; null if one can. */
export function unpronounceable(spokenAs: string): string | null {
  return faultInEveryLanguage(spokenAs, isIpa(spokenAs) ? ALL : KINDS);
}
