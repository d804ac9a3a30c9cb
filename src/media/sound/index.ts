export {
  type DeliveredSound,
  deliverSound,
  type SoundContext,
  type SoundDeps,
} from './deliver-sound.ts';
export { createPreviews, type Previews, slugOf } from './previews.ts';
export { SoundModels } from './schemas.ts';
export { soundKey } from './sound-key.ts';
