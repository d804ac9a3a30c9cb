export type { Age, Gender } from './axes.ts';
export { type DesignOptions, designVoice } from './design-voice.ts';
export { type Directions, loadDirections } from './directions.ts';
export { remixVoice } from './remix-voice.ts';
