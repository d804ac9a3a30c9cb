export { clustersOf, likeness } from './cluster.ts';
export { findTurns, type Turn } from './find-turns.ts';
export { withPitch } from './pitch.ts';
export { splitInTwo } from './split-in-two.ts';
