export { playedBpm } from './composition/compose.ts';
export { ENERGY_CURVES } from './composition/energy.ts';
export { MusicNotInstalled } from './errors.ts';
export { GENRE_NAMES, genreOf } from './genres/index.ts';
export { INSTRUMENT_NAMES } from './instruments.ts';
export { createMusicEngine, type LazySound, MUSIC_MODEL, type MusicEngine } from './music-engine.ts';
export {
  EXCLUSIONS,
  type MusicPlan,
  PIECE_SECONDS,
  type Piece,
  seedOf,
  TIME_SIGNATURES,
  type TimeSignature,
} from './plan.ts';
export { ERAS } from './prompt/eras.ts';
export { makePlan } from './prompt/make-plan.ts';
export { makeSections, type SectionWish } from './prompt/make-sections.ts';
export { MOOD_NAMES } from './prompt/moods.ts';
export { type Reading, readPrompt } from './prompt/read-prompt.ts';
export { type Key, keyName, parseKey } from './theory.ts';
export { findMusicFont } from './weights.ts';
