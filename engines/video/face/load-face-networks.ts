import { readFile } from 'node:fs/promises';
import { InferenceSession } from 'onnxruntime-node';
import { sessionOptions } from '../../onnx/index.ts';
import { convertNetwork } from './convert-network.ts';
import { createDetector, type DetectFaces } from './detect-faces.ts';
import { FaceWeightsMissing } from './errors.ts';
import { createLandmarkFinder, type FindLandmarks } from './find-landmarks.ts';
import { readTensorflowGraph } from './tensorflow-graph.ts';
import { findFaceWeights } from './weights.ts';

export type FaceNetworks = { detectFaces: DetectFaces; findLandmarks: FindLandmarks };

const DETECTOR_SIDE = 256;
const MESH_SIDE = 192;
/** The encoder and the decoder use the other cores. */
const THREADS = 1;

export async function loadFaceNetworks({ modelsDir }: { modelsDir: string }): Promise<FaceNetworks> {
  const files = await findFaceWeights({ modelsDir });
  if (!files) throw new FaceWeightsMissing();
  const options = sessionOptions(THREADS);
  const [detector, mesh] = await Promise.all([
    open(files.detectorGraph, files.detectorNumbers, DETECTOR_SIDE, options),
    open(files.meshGraph, files.meshNumbers, MESH_SIDE, options),
  ]);
  return { detectFaces: createDetector(detector), findLandmarks: createLandmarkFinder(mesh) };
}

async function open(
  graphFile: string,
  numbersFile: string,
  side: number,
  options: InferenceSession.SessionOptions,
): Promise<InferenceSession> {
  const [json, numbers] = await Promise.all([readFile(graphFile, 'utf8'), readFile(numbersFile)]);
  return InferenceSession.create(convertNetwork(readTensorflowGraph(json, numbers), side), options);
}
