import { sessionOptions } from '../../onnx-model/index.ts';

/** x64 processors without VNNI add 8-bit products in 16 bits and saturate; there it computes in 16 instead. */
export function kokoroOptions(threads: number) {
  return sessionOptions(threads, { x64quantprecision: '1' });
}
