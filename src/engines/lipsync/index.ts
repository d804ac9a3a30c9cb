export { type MouthTrack, VISEMES, type Viseme, type VisemeCue } from './types.ts';
