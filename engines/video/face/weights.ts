import { weightsIn, weightTable } from '../../onnx/index.ts';

const human = weightsIn('@vladmandic/human', 'models/');

export const findFaceWeights = weightTable('faces.verified', {
  detectorGraph: human(
    'blazeface.json',
    'blazeface.json',
    'cd7bbfc078270572beb39f9e5ae67aadbd50b5e67cff37e6d4f6b3ea39312e5f',
  ),
  detectorNumbers: human(
    'blazeface.bin',
    'blazeface.bin',
    'dc9a97fdc50bc43216554bdd69aa3e7b9361a519ee7bdd996a2f69a98a6f9b72',
  ),
  meshGraph: human(
    'facemesh.json',
    'facemesh.json',
    'b60ca26f404724f43bd2b1575761d8265180e1f053cc0731caa68462927309e7',
  ),
  meshNumbers: human(
    'facemesh.bin',
    'facemesh.bin',
    '3826da640b0a3021161605369ee6af293f75d518040355b960ec71a3390c1c0b',
  ),
});
