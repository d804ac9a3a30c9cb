export { blendVoices } from './blend-voices.ts';
export { type DesignOptions, type DesignOutline, designVoice, outlineDesign } from './design-voice.ts';
export { loadDirections } from './directions.ts';
export { readPrompt } from './read-prompt.ts';
export { DEFAULT_STRENGTH, remixVoice } from './remix-voice.ts';
