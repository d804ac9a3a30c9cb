export { createPresetPreviews, type PresetPreviews } from './preview-preset.ts';
