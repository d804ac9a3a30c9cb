export { align } from './alignment.ts';
export { createFingerprinter, type Fingerprinter, landmarksAt } from './fingerprint.ts';
export { landmarkBytes, landmarksIn } from './landmark-bytes.ts';
export type { Landmark } from './landmarks.ts';
export { FRAMES_PER_SECOND } from './peaks.ts';
export { alignParts, findLandmarks, keepLandmarks } from './tasks.ts';
