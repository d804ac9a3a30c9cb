import { InferenceSession, Tensor } from 'onnxruntime-node';

/** Predicts within a millisecond the features of a style, and their gradient. */
export type Surrogate = {
  predict(style: Float32Array): Promise<Float32Array>;
  /** Gradient by the style of a weighted sum of the features. */
  gradient(style: Float32Array, mix: Float32Array): Promise<Float32Array>;
};

export async function loadSurrogate(
  file: string,
  options: InferenceSession.SessionOptions,
  featureCount: number,
): Promise<Surrogate> {
  const session = await InferenceSession.create(file, options);

  async function run(style: Float32Array, mix: Float32Array, output: 'heard' | 'gradient') {
    const feeds = { style: row(style), mix: row(mix) };
    const data = (await session.run(feeds, [output]))[output]?.data;
    if (!(data instanceof Float32Array)) throw new Error(`the surrogate returned no ${output}`);
    return data;
  }

  const nothing = new Float32Array(featureCount);
  return {
    predict: (style) => run(style, nothing, 'heard'),
    gradient: (style, mix) => run(style, mix, 'gradient'),
  };
}

const row = (values: Float32Array) => new Tensor('float32', values, [1, values.length]);
