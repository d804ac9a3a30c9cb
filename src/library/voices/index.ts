export { findPreset, findSpeaker } from './catalog.ts';
export { VoiceNotFound } from './errors.ts';
export { createPresetPreviews } from './presets/index.ts';
export { voiceRoutes } from './routes.ts';
