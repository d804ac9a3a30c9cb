import type { InferenceSession } from 'onnxruntime-node';
import { FaceWeightsMissing } from './errors.ts';
import { type FaceNetworks, loadFaceNetworks } from './load-face-networks.ts';
import { findFaceWeights } from './weights.ts';

/** The encoder and the decoder run beside it, so one thread is enough; idle ones that spin would be in their way. */
const OPTIONS: InferenceSession.SessionOptions = {
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
  executionMode: 'sequential',
  graphOptimizationLevel: 'all',
  logSeverityLevel: 3,
};

export async function openFaces({ modelsDir }: { modelsDir: string }): Promise<FaceNetworks> {
  const files = await findFaceWeights({ modelsDir });
  if (!files) throw new FaceWeightsMissing();
  return loadFaceNetworks(files, OPTIONS);
}
