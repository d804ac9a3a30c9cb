import { InvalidMarkup, InvalidPronunciation } from './errors.ts';
import { LANGUAGES } from './languages.ts';
import type { PhonemeLanguage } from './phonemes/methods.ts';
import { inlineMarks } from './text/inline-marks.ts';
import { MarkupFault } from './text/markup-fault.ts';
import {
  pronunciationFault,
  pronunciationReadings,
  unsayable as unsayableIn,
} from './text/pronunciations.ts';
import { readingsFor } from './text/readings.ts';
import { plainSource } from './text/source.ts';
import { isSsml, readSsml } from './text/ssml.ts';
import type { Token } from './text/token.ts';
import { tokenize } from './text/tokenize.ts';
import type { SynthesisRequest } from './types.ts';

type Written = Pick<SynthesisRequest, 'text' | 'pronunciations' | 'dictionary'>;

/** Silence costs memory as sound does, and nothing is charged for it. */
const LONGEST_SILENCE_MS = 120_000;

/** The caller's text as tokens: markup, pronunciations and readings of the language, in this order. */
export function readText({ text, pronunciations, dictionary }: Written, language: PhonemeLanguage): Token[] {
  for (const [word, said] of Object.entries(pronunciations ?? {})) {
    const fault = pronunciationFault(said, language);
    if (fault !== null) throw new InvalidPronunciation(word, fault);
  }
  try {
    const source = isSsml(text) ? readSsml(text, language) : plainSource(text);
    const taught = pronunciationReadings({ ...dictionary, ...pronunciations }, language);
    const tokens = tokenize(source, [...inlineMarks(language), ...taught, ...readingsFor(language)]);
    refuseLongSilence(tokens);
    return tokens;
  } catch (error) {
    if (!(error instanceof MarkupFault)) throw error;
    throw new InvalidMarkup(error.message, [...text.slice(0, error.offset)].length);
  }
}

/** Why no voice could say this pronunciation; null when one can. */
export function unsayable(said: string): string | null {
  return unsayableIn(
    said,
    LANGUAGES.map(({ code }) => code),
  );
}

function refuseLongSilence(tokens: readonly Token[]): void {
  let silenceMs = 0;
  for (const { pauseMs = 0, start } of tokens) {
    silenceMs += pauseMs;
    if (silenceMs > LONGEST_SILENCE_MS)
      throw new MarkupFault(`the pauses of a text may last ${LONGEST_SILENCE_MS / 1000} s together`, start);
  }
}
