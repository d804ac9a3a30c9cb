export type { DubProduct, DubRequest } from './dub-request.ts';

export { DUB_KIND } from './kind.ts';
export type { DubScript, DubVoice } from './project.ts';
export { dubData } from './projects/account-data.ts';
export { estimateRender, expectedWork } from './projects/estimate-dub.ts';
export { DUB_OBJECTS } from './projects/queries.ts';
export type { QuoteDeps as DubQuoteDeps } from './projects/quote-dub.ts';
export { type DubDeps, dubRoutes } from './projects/routes.ts';
export { DubUpload } from './projects/upload-schema.ts';
export { createDubRunner } from './run-dub.ts';
export { changedCharacters, speechKey } from './speaking/speech-key.ts';
export { createTranslators } from './translating/translators.ts';

export { TRANSLATES } from './translating/worker-capabilities.ts';
