export { findPreset } from './catalog.ts';
export { designRoutes } from './designs/routes.ts';
export { createDesignRunner } from './designs/run-design.ts';
export { VoiceNotFound } from './errors.ts';
export { findVoice, type UsableVoice } from './find-voice.ts';
export { createPresetPreviews } from './preset-previews.ts';
export { voiceRoutes } from './routes.ts';
export { VOICE_KINDS } from './voice-kind.ts';
export { createVoiceMaker, type VoiceMaker } from './voice-maker.ts';
