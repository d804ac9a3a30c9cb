export { createApertium, findApertiumModes } from './apertium.ts';
export { APERTIUM_PAIRS, apertiumPackage } from './apertium-packages.ts';
export { TranslationFailed } from './errors.ts';
export { createTranslatingModel } from './language-model.ts';
export type {
  LanguagePair,
  LineToTranslate,
  OfferedPair,
  TranslatedLine,
  TranslationEngine,
  TranslationOptions,
  TranslationRequest,
} from './types.ts';
