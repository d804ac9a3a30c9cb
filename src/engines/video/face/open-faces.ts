import { sessionOptions } from '../../onnx/index.ts';
import { FaceWeightsMissing } from './errors.ts';
import { type FaceNetworks, loadFaceNetworks } from './load-face-networks.ts';
import { findFaceWeights } from './weights.ts';

/** The encoder and the decoder run beside it. */
const THREADS = 1;

export async function openFaces({ modelsDir }: { modelsDir: string }): Promise<FaceNetworks> {
  const files = await findFaceWeights({ modelsDir });
  if (!files) throw new FaceWeightsMissing();
  return loadFaceNetworks(files, sessionOptions(THREADS));
}
