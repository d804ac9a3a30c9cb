export { likeness } from './cluster.ts';
export { findTurns, type Turn } from './find-turns.ts';
export { withPitch } from './pitch.ts';
export { stretchesOf } from './stretches.ts';
