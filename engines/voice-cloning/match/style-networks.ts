import { InferenceSession, Tensor } from 'onnxruntime-node';
import { levelled, PITCH_UNIT_LOG } from '../../speaker-embedding/index.ts';

const RATE = 16_000;
/** Longer recordings are processed in parts, to bound memory. */
const PART_SAMPLES = 10 * RATE;
const SHORTEST_PART = 2 * RATE;

/** Audio → style: mean over the parts of a 16 kHz recording. */
export async function loadEncoder(file: string, options: InferenceSession.SessionOptions) {
  const session = await InferenceSession.create(file, options);
  return async (samples: Float32Array): Promise<Float32Array> => {
    const styles: Float32Array[] = [];
    for (const part of partsOf(levelled(samples))) styles.push(await run(session, 'sound', part));
    return meanOf(styles);
  };
}

/** x-vector and pitch → style. */
export async function loadStyleOfPrint(file: string, options: InferenceSession.SessionOptions) {
  const session = await InferenceSession.create(file, options);
  return (print: Float32Array, logPitch: number): Promise<Float32Array> =>
    run(session, 'heard', Float32Array.of(...print, logPitch / PITCH_UNIT_LOG));
}

async function run(session: InferenceSession, input: string, values: Float32Array): Promise<Float32Array> {
  const { style } = await session.run({ [input]: new Tensor('float32', values, [1, values.length]) });
  if (!(style?.data instanceof Float32Array)) throw new Error('the network returned no style');
  return style.data;
}

function partsOf(samples: Float32Array): Float32Array[] {
  const count = Math.max(1, Math.round(samples.length / PART_SAMPLES));
  const length = Math.max(SHORTEST_PART, Math.ceil(samples.length / count));
  return Array.from({ length: count }, (_, i) => samples.slice(i * length, (i + 1) * length)).filter(
    (part) => part.length >= Math.min(samples.length, SHORTEST_PART),
  );
}

function meanOf(styles: readonly Float32Array[]): Float32Array {
  const [first] = styles;
  if (!first) throw new Error('a recording without samples has no style');
  return first.map((_, i) => styles.reduce((sum, style) => sum + (style[i] as number), 0) / styles.length);
}
