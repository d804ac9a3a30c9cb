export type { Age, Gender } from './axes.ts';
export { blendVoices } from './blend-voices.ts';
export { type DesignOptions, type DesignOutline, designVoice, outlineDesign } from './design-voice.ts';
export { type Directions, loadDirections } from './directions.ts';
export { type Reading, readPrompt } from './read-prompt.ts';
export { DEFAULT_STRENGTH, remixVoice } from './remix-voice.ts';
