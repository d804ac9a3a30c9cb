import type { Reader } from './grammar/reader.ts';

/** The letters that a language is written with. */
export type Script = {
  /** Latin letters and figures are read everywhere, as foreign words. */
  letters: RegExp;
  /** Error messages use this name. */
  name: string;
};

export const LATIN: Script = { letters: /[\p{Script=Latin}\p{N}]/u, name: 'Latin letters' };
export const CYRILLIC: Script = {
  letters: /[\p{Script=Cyrillic}\p{Script=Latin}\p{N}]/u,
  name: 'Cyrillic letters',
};
export const DEVANAGARI: Script = {
  letters: /[\p{Script=Devanagari}\p{Script=Latin}\p{N}]/u,
  name: 'Devanagari',
};
export const JAPANESE: Script = {
  letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Latin}\p{N}]/u,
  name: 'kana and kanji',
};
export const CHINESE: Script = {
  letters: /[\p{Script=Han}\p{Script=Latin}\p{N}]/u,
  name: 'Chinese characters',
};

/** How the symbols of a language become those of Kokoro. */
export type Notation = {
  /** The keys are symbols of espeak-ng without stress marks. Symbols not listed are as in every language. */
  symbols: Record<string, string>;
  withoutLength?: true;
  /** Default: primary and secondary. */
  stress?: 'primary' | 'none';
  /** The mark of a palatalised consonant becomes this. Default: the same mark. */
  softness?: 'j';
  /** Default: a length mark, as for vowels. */
  longConsonants?: 'doubled' | 'single';
};

/** Writes a clause in symbols of Kokoro. */
export type Phonemizer = (clause: string) => string;

/** A preset made of Kokoro's own: by id, the weight of each. */
export type Recipe = Readonly<Record<string, number>>;

/** Its first name becomes the end of its id. */
export type Preset = { name: string; recipe: Recipe };

/**
 * Kokoro was trained on some languages: the ids of their voices begin with the letter `kokoro`. The others are spoken with
 * sounds borrowed from those, by a woman and a man who are blends: docs/decisions/0031-borrowed-languages.md. The women are
 * the blends that a recogniser understood best, the men the best without the Santas, which halt within sentences. Some are
 * refined: assets/speech/refined-styles.json, training/languages/README.md.
 */
type Presets = { kokoro: string } | { woman: Preset; man: Preset };

/** Spoken while a voice is matched: two to steer by, and one for the score. About three seconds each. */
type MatchingSentences = { steering: [string, string]; scoring: string };

/** How people are told that a machine speaks, in words that fit any voice and any way of address. */
type Disclosure = {
  /** An agent says this of itself. */
  agent: string;
  /** A voice says this before a text that it reads. */
  speech: string;
  /** A picture shows this. */
  label: string;
};

/** Everything that the service knows about one language. Each folder of `languages` exports one. */
export type Language<Code extends string = string> = {
  /** BCP 47. The folder has this name. */
  code: Code;
  /** English name. */
  name: string;
  /** Other tags that callers use for it, in lower case. */
  aliases?: readonly string[];
  script: Script;
  /** The detector's name for the language, if it is not the first part of `code`. */
  detectedAs?: string;

  /** Reads figures, signs and abbreviations. Without a reader, the language process reads them. */
  reader?: Reader;

  /** espeak-ng's name of its voice, if that is not `code`. */
  espeakVoice?: string;
  /** Takes the place of espeak-ng. `foreign` phonemizes what is written in Latin letters. */
  phonemizer?: (foreign: Phonemizer) => Promise<Phonemizer>;
  /**
   * Where the symbols differ from those of every language. For borrowed languages each choice is the one with which Whisper
   * found the true text most probable, of those that a phonetician would try: the search is training/languages, its figures
   * are docs/languages.md. They say what Kokoro's voices make of a symbol, not what the symbol means: its voices never heard
   * a Czech "ou", but English "ow".
   */
  sounds?: Notation;
  /** Symbols that dictionaries of the language write otherwise: /bed/, /ɝ/, and r for the English r. */
  dictionarySounds?: Record<string, string>;
  /** Between Latin letters that are spelled out: espeak-ng would name the last one twice after a point. */
  spellingMark?: '-';

  /** The tag of its presets. */
  accent: string;
  presets: Presets;
  previewLine: string;
  disclosure: Disclosure;
  matching: MatchingSentences;

  /** Seconds per letter at normal speed, for estimates: fitted to recordings of the presets. */
  letterSeconds: number;
  /** The same for a Chinese character. */
  hanSeconds?: number;
};
