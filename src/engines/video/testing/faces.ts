import type { FaceNetworks } from '../face/load-face-networks.ts';
import { openFaces } from '../face/open-faces.ts';

export const modelsDir =
  process.env.MODELS_DIR ?? new URL('../../../../data/models', import.meta.url).pathname;

/** The real weights. */
export function realFaces(): Promise<FaceNetworks> {
  return openFaces({ modelsDir });
}
