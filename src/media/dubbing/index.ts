export type { DubRequest } from './dub-request.ts';
export { DUB_KIND } from './kind.ts';
export type { DubScript, DubVoice } from './project.ts';
export { dubData } from './projects/account-data.ts';
export { type DubDeps, dubRoutes } from './projects/routes.ts';
export { changedCharacters, speechKey } from './speaking/speech-key.ts';
export { createTranslators } from './translating/translators.ts';
export type { Translators } from './translating/types.ts';
export { translationNeeds, translatorCapabilities } from './translating/worker-capabilities.ts';
