export { findPreset, findSpeaker } from './catalog.ts';
export { VoiceNotFound } from './errors.ts';
export { createPresetPreviews } from './preset-previews.ts';
export { voiceRoutes } from './routes.ts';
