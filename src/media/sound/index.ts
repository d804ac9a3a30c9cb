export {
  type DeliveredSound,
  deliverSound,
  type SoundDelivery,
  type SoundDeps,
} from './deliver-sound.ts';
export { createPreviews, type Previews, slugOf } from './previews.ts';
export { SoundModels } from './schemas.ts';
export { soundKey } from './sound-key.ts';
