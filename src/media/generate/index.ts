export type { GenerateDeps } from './answer-generate.ts';
export { type Arrivals, type GatherDeps, withArrivals } from './gather-media.ts';
export { INFERENCE_KIND } from './inference-kind.ts';
export { type FilmDeps, orderFilm, webhookOf } from './order-film.ts';
export { readPayload } from './receive-generate.ts';
export { generateRoutes } from './routes.ts';
export { createInferenceRunner } from './run-inference.ts';
export { type GenerateRequest, GenerateRequestSchema } from './schemas.ts';
export { type Cast, castOf, type Source, sourcesOf } from './sources.ts';
