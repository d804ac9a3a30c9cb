import { fileURLToPath } from 'node:url';

/** Our own networks, from training/voices. The card beside the files says how they were made and how good they are. */
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../assets/voices/${name}`, import.meta.url));

export const NETWORKS = {
  encoder: fileOf('encoder.onnx'),
  printStyle: fileOf('print-style.onnx'),
  surrogate: fileOf('surrogate.onnx'),
  presets: fileOf('presets.json'),
};
