/** What kokoro-js takes from `@huggingface/transformers`, which fetches models from a hub and is left out here. */
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
