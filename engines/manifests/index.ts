export { type MadeCertificate, makeCertificate } from './certificates/make-certificate.ts';
export { readChain } from './certificates/read-chain.ts';
export { isSignatureOf, signWith } from './certificates/signatures.ts';
export { requestStamp, tokenIn } from './certificates/time-stamp.ts';
export { asCarrier } from './embedding/embed.ts';
export { createManifestEngine, type ManifestEngine } from './manifest-engine.ts';
export { hashFile, signBeside, signBytes, signFile } from './sign-file.ts';
export { type Cbor, dateTime } from './store/cbor.ts';
export { bytesToStamp } from './store/cose.ts';
export {
  type Assertion,
  type Ingredient,
  idInLabel,
  ingredientReference,
  type ManifestContent,
  type ManifestSigner,
  manifestLabel,
} from './store/store.ts';
