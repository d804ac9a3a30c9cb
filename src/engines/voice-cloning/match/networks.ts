import { fileURLToPath } from 'node:url';

/** Our own, made by training/voices; the card beside them says how and how good they are. */
const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../assets/voices/${name}`, import.meta.url));

export const NETWORKS = {
  encoder: fileOf('encoder.onnx'),
  printStyle: fileOf('print-style.onnx'),
  surrogate: fileOf('surrogate.onnx'),
  presets: fileOf('presets.json'),
};
