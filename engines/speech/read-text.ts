import { detectLanguages, type ScoreTexts } from './detection/detect-languages.ts';
import { InvalidMarkup, InvalidPronunciation } from './errors.ts';
import { LANGUAGES, type LanguageCode } from './languages.ts';
import { withinLimits } from './spoken-limits.ts';
import type { SynthesisRequest } from './synthesis-request.ts';
import { inlineMarks } from './text/inline-marks.ts';
import { MarkupFault } from './text/markup-fault.ts';
import { readPlain } from './text/plain.ts';
import { createVocabulary, faultInEveryLanguage, isIpa } from './text/pronunciations.ts';
import { readingsFor } from './text/readings.ts';
import type { Source } from './text/source.ts';
import { isSsml, readSsml } from './text/ssml.ts';
import type { Token } from './text/token.ts';
import { type Rules, tokens } from './text/tokenize.ts';

type Written = Pick<SynthesisRequest, 'text' | 'pronunciations' | 'dictionary'>;

/** Reads the caller's text into tokens. Markup comes first, then pronunciations, then the readings of the language. */
export function* readText(written: Written, language: LanguageCode): Generator<Token> {
  refuseUnpronounceable(written, [language]);
  const source = readMarkup(written.text, language);
  yield* readSource(written, source, language, (index) => source.languageAt(index) ?? language);
}

/** The same for a text whose languages are detected. `home` is the language of the voice. */
export async function readMixedText(
  written: Written,
  home: LanguageCode,
  scoreTexts: ScoreTexts,
): Promise<Generator<Token>> {
  const source = readMarkup(written.text, home);
  const { languageAt, languages } = await detectLanguages(source, home, scoreTexts);
  refuseUnpronounceable(written, languages);
  return readSource(written, source, home, languageAt);
}

function readMarkup(text: string, home: LanguageCode): Source {
  try {
    return isSsml(text) ? readSsml(text, home) : readPlain(text, home);
  } catch (error) {
    throw asInvalidMarkup(error, text);
  }
}

function* readSource(
  { text, pronunciations, dictionary }: Written,
  source: Source,
  home: LanguageCode,
  languageAt: (index: number) => LanguageCode,
): Generator<Token> {
  const entries = { ...dictionary, ...pronunciations };
  const byLanguage = new Map<LanguageCode, Rules>();
  const rulesAt = (index: number): Rules => {
    const language = languageAt(index);
    const known = byLanguage.get(language);
    if (known) return known;
    const rules = {
      language,
      isForeign: language !== home,
      readings: readingsFor(language),
      marks: inlineMarks(language),
      vocabulary: createVocabulary(entries, language),
    };
    byLanguage.set(language, rules);
    return rules;
  };
  try {
    yield* withinLimits(tokens(source, rulesAt), text.length);
  } catch (error) {
    throw asInvalidMarkup(error, text);
  }
}

function asInvalidMarkup(error: unknown, text: string): unknown {
  if (!(error instanceof MarkupFault)) return error;
  return new InvalidMarkup(error.message, [...text.slice(0, error.offset)].length);
}

/** Refuses what none of the languages can speak. */
function refuseUnpronounceable({ pronunciations }: Written, languages: readonly LanguageCode[]): void {
  for (const [word, spokenAs] of Object.entries(pronunciations ?? {})) {
    const fault = faultInEveryLanguage(spokenAs, languages);
    if (fault !== null) throw new InvalidPronunciation(word, fault);
  }
}

/** English, the languages with a grammar and the others each read alike what may have nothing to speak. */
const KINDS: readonly LanguageCode[] = ['en-US', 'de', 'es'];
const ALL = LANGUAGES.map(({ code }) => code);

/** Returns why no voice can speak this pronunciation; null if one can. */
export function unpronounceable(spokenAs: string): string | null {
  return faultInEveryLanguage(spokenAs, isIpa(spokenAs) ? ALL : KINDS);
}
