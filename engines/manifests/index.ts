export { createManifestEngine, type ManifestEngine } from './manifest-engine.ts';
export { signBeside, signBytes, signFile } from './sign-file.ts';
