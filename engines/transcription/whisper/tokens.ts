/** Multilingual vocabulary. Every number below the first is a text token. */
export const END = 50_257;
export const START = 50_258;
const FIRST_LANGUAGE = 50_259;
export const TRANSLATE = 50_358;
export const TRANSCRIBE = 50_359;
export const NO_SPEECH = 50_362;
export const NO_TIMESTAMPS = 50_363;
export const FIRST_TIMESTAMP = 50_364;
export const TIMESTAMP_SECONDS = 0.02;
export const VOCABULARY = 51_865;

/** Codes are in token order. `jw` is the model's name for Javanese, ISO 639-1 `jv`. */
const CODES =
  'en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su'.split(
    ' ',
  );
const RENAMED: Record<string, string> = { jw: 'jv' };

export const WHISPER_LANGUAGES: readonly string[] = CODES.map((code) => RENAMED[code] ?? code);
export const LANGUAGE_TOKENS: readonly number[] = CODES.map((_, i) => FIRST_LANGUAGE + i);

export function languageToken(language: string): number {
  const index = WHISPER_LANGUAGES.indexOf(language);
  if (index < 0) throw new Error(`no token for the language "${language}"`);
  return FIRST_LANGUAGE + index;
}

export function languageOf(token: number): string {
  return WHISPER_LANGUAGES[token - FIRST_LANGUAGE] ?? 'en';
}

/** Languages without spaces between words, so a "word" is a character or two. */
export const UNSPACED: ReadonlySet<string> = new Set(['zh', 'ja', 'th', 'lo', 'my', 'bo', 'km']);

/** Tokens that are never chosen: symbols, notes, brackets and control tokens. */
export const SUPPRESSED: readonly number[] = [
  1, 2, 7, 8, 9, 10, 14, 25, 26, 27, 28, 29, 31, 58, 59, 60, 61, 62, 63, 90, 91, 92, 93, 359, 503, 522, 542,
  873, 893, 902, 918, 922, 931, 1_350, 1_853, 1_982, 2_460, 2_627, 3_246, 3_253, 3_268, 3_536, 3_846, 3_961,
  4_183, 4_667, 6_585, 6_647, 7_273, 9_061, 9_383, 10_428, 10_929, 11_938, 12_033, 12_331, 12_562, 13_793,
  14_157, 14_635, 15_265, 15_618, 16_553, 16_604, 18_362, 18_956, 20_075, 21_675, 22_520, 26_130, 26_161,
  26_435, 28_279, 29_464, 31_650, 32_302, 32_470, 36_865, 42_863, 47_425, 49_870, 50_254, 50_258, 50_358,
  50_359, 50_360, 50_361, 50_362,
];
/** Never the first token: a lone space, and the end. */
export const SUPPRESSED_FIRST: readonly number[] = [220, END];
