export { align } from './alignment.ts';
export { createFingerprinter, type Fingerprinter, landmarksAt } from './fingerprint.ts';
export type { Landmark } from './landmarks.ts';
export { FRAMES_PER_SECOND } from './peaks.ts';
export { alignParts, findLandmarks } from './tasks.ts';
