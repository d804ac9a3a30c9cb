export {
  type DeliveredSound,
  deliverSound,
  type SoundDelivery,
  type SoundDeps,
  type SoundOrder,
} from './deliver-sound.ts';
export { soundKey } from './sound-key.ts';
