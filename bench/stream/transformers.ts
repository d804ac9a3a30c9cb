/** The parts of `@huggingface/transformers` that kokoro-js uses. The package itself downloads models from a hub and is omitted. */
import { Tensor } from 'onnxruntime-node';

export { Tensor };

export class RawAudio {
  readonly audio: Float32Array;
  readonly sampling_rate: number;

  constructor(audio: Float32Array, samplingRate: number) {
    this.audio = audio;
    this.sampling_rate = samplingRate;
  }
}

const never = {
  from_pretrained: () => Promise.reject(new Error('the benchmark gives kokoro-js its model itself')),
};
export const StyleTextToSpeech2Model = never;
export const AutoTokenizer = never;
export const env = { backends: { onnx: { wasm: { wasmPaths: '' } } } };
