import type { FaceNetworks } from '../face/load-face-networks.ts';
import { loadFaceNetworks } from '../face/load-face-networks.ts';

export const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;

/** The real weights. */
export function realFaces(): Promise<FaceNetworks> {
  return loadFaceNetworks({ modelsDir });
}
