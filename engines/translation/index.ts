export { createApertium, findApertiumModes } from './apertium.ts';
export { APERTIUM_PAIRS, apertiumPackage } from './apertium-packages.ts';
export { TranslationFailed } from './errors.ts';
export { createTranslatingModel } from './language-model.ts';
export type {
  LanguagePair,
  TranslationEngine,
  TranslationRequest,
} from './types.ts';
