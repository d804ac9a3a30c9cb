import { type InferenceSession, Tensor } from 'onnxruntime-node';
import { FRAME_SAMPLES, MARGIN_FRAMES, pulseTrain, whiteNoise } from './excitation.ts';
import { CURVES, curvesOf, FRAME_SIZE, statisticsOf } from './statistics.ts';

/** Output of the front, and the timbre of each part of the generator. */
export type Utterance = {
  frames: Float32Array;
  pitch: Float32Array;
  energy: Float32Array;
  voice: Float32Array;
};

/** Half a second: short enough for the first audio, long enough for the context to cost little. */
const WINDOW_FRAMES = 40;
/** Frames that the decoder's convolutions reach to either side. */
const CONTEXT_FRAMES = 16;

/** What is to be decoded of an utterance. A window may be as long as the utterance. */
export type Extent = { from: number; to: number; windowFrames?: number };

/** The first window is ready long before the last. Each is computed when it is read. */
export async function* decodeWindows(
  decoder: InferenceSession,
  { frames, pitch, energy, voice }: Utterance,
  { from, to, windowFrames = WINDOW_FRAMES }: Extent,
): AsyncGenerator<Float32Array> {
  const curves = curvesOf(pitch, energy);
  const given = {
    voice: new Tensor('float32', voice, [1, voice.length]),
    statistics: tensorOf(statisticsOf(frames, curves)),
  };
  const rows = {
    frames: { values: padded(frames, FRAME_SIZE), size: FRAME_SIZE },
    curves: { values: padded(curves, CURVES), size: CURVES },
    inside: { values: padded(new Float32Array(pitch.length).fill(1), 1), size: 1 },
  };
  const signals = { tone: pulseTrain(pitch), noise: whiteNoise(pitch.length) };
  for (let first = from; first < to; first += windowFrames) {
    const count = Math.min(windowFrames, to - first);
    const wide = count + 2 * CONTEXT_FRAMES;
    const feeds: Record<string, Tensor> = { ...given };
    for (const [name, { values, size }] of Object.entries(rows))
      feeds[name] = new Tensor('float32', values.subarray(first * size, (first + wide) * size), [
        1,
        wide,
        size,
      ]);
    const end = first + count + 2 * MARGIN_FRAMES;
    for (const [name, signal] of Object.entries(signals))
      feeds[name] = tensorOf(signal.subarray(first * FRAME_SAMPLES, end * FRAME_SAMPLES));
    const sound = (await decoder.run(feeds)).sound?.data;
    if (!(sound instanceof Float32Array)) throw new Error('the decoder returned no sound');
    if (!sound.every(Number.isFinite)) throw new Error('the decoder returned samples that are not finite');
    yield sound;
  }
}

function tensorOf(values: Float32Array): Tensor {
  return new Tensor('float32', values, [1, values.length]);
}

/** With zeros for the frames before and after the utterance. */
function padded(values: Float32Array, size: number): Float32Array {
  const wide = new Float32Array(values.length + 2 * CONTEXT_FRAMES * size);
  wide.set(values, CONTEXT_FRAMES * size);
  return wide;
}
