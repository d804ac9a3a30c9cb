export { createApertium, findApertiumModes } from './apertium.ts';
export { TranslationFailed } from './errors.ts';
export { createTranslatingModel } from './language-model.ts';
export type {
  LanguagePair,
  LineToTranslate,
  TranslatedLine,
  TranslationEngine,
  TranslationOptions,
  TranslationRequest,
} from './types.ts';
