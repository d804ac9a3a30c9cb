export {
  type DeliveredSound,
  deliverSound,
  type MakeOptions,
  type SignPart,
  type SoundContext,
  type SoundDeps,
} from './deliver-sound.ts';
export { createPreviews, type PreviewDeps, type Previews, slugOf } from './previews.ts';
export { SoundModels } from './schemas.ts';
export { soundKey } from './sound-key.ts';
