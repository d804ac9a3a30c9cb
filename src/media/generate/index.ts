export { type MediaDeps, type MediaGatherer, withMedia } from './gather-media.ts';
export { INFERENCE_KIND } from './inference-kind.ts';
export { checkPayload, type PayloadDeps, quotePayload, readPayloadScript } from './quote-payload.ts';
export { readPayload } from './receive-request.ts';
export { generateRoutes } from './routes.ts';
export { createInferenceRunner } from './run-inference.ts';
export type { GenerateRequest } from './schemas.ts';
export { type MediaPair, type Source, sourcesOf } from './sources.ts';
