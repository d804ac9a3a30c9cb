export { provenanceData } from './account-data.ts';
export { type FindDeps, findSounds, type Listening } from './fingerprints/find-sounds.ts';
export { indexFingerprints } from './fingerprints/index-fingerprints.ts';
export { createProvenance, type GeneratedSound, type Provenance } from './provenance.ts';
export { findByHash, findDelivered, markDelivered, type ProvenanceRow } from './queries.ts';
export { provenanceRoutes } from './routes.ts';
export { openSigner } from './signing/open-signer.ts';
export type { Output } from './store-output.ts';
export { sweepProvenance } from './sweep.ts';
