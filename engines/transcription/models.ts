/** The first of each kind comes with the program; the larger one is installed on request. */
const ENGLISH_MODELS = ['moonshine-tiny', 'moonshine-base'] as const;
export const ANY_LANGUAGE_MODELS = ['whisper-base', 'whisper-small'] as const;
export const MODELS = [...ENGLISH_MODELS, ...ANY_LANGUAGE_MODELS] as const;
export const LARGER_MODELS = ['moonshine-base', 'whisper-small'] as const;

export type EnglishModel = (typeof ENGLISH_MODELS)[number];
export type AnyLanguageModel = (typeof ANY_LANGUAGE_MODELS)[number];
export type LargerModel = (typeof LARGER_MODELS)[number];

/** The models of one request. `only`: the caller named one of this kind, so the language does not decide. */
export type ModelChoice = {
  english: EnglishModel;
  anyLanguage: AnyLanguageModel;
  only?: 'english' | 'any language';
};

export const SMALL_MODELS: ModelChoice = { english: 'moonshine-tiny', anyLanguage: 'whisper-base' };

/** On fewer cores, Whisper small takes longer than the audio lasts. */
const CORES_FOR_LARGER = 4;

/** Used when a request names no model. */
export function defaultModels(larger: readonly LargerModel[], cores: number): ModelChoice {
  const isUsed = (model: LargerModel): boolean => cores >= CORES_FOR_LARGER && larger.includes(model);
  return {
    english: isUsed('moonshine-base') ? 'moonshine-base' : SMALL_MODELS.english,
    anyLanguage: isUsed('whisper-small') ? 'whisper-small' : SMALL_MODELS.anyLanguage,
  };
}

export function chooseModels(requested: string | undefined, defaults: ModelChoice): ModelChoice {
  if (isEnglishModel(requested)) return { ...defaults, english: requested, only: 'english' };
  if (isAnyLanguageModel(requested)) return { ...defaults, anyLanguage: requested, only: 'any language' };
  return defaults;
}

export function isEnglishModel(model: string | undefined): model is EnglishModel {
  return ENGLISH_MODELS.some((one) => one === model);
}

function isAnyLanguageModel(model: string | undefined): model is AnyLanguageModel {
  return ANY_LANGUAGE_MODELS.some((one) => one === model);
}

export function isLargerModel(model: string): model is LargerModel {
  return LARGER_MODELS.some((one) => one === model);
}
