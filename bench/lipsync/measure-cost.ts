import { fileURLToPath } from 'node:url';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { sessionOptions } from '../../engines/onnx/index.ts';

const MODEL = fileURLToPath(new URL('../../assets/visemes/vox-lips.onnx', import.meta.url));
const ROUNDS = 5;

/** Milliseconds of one core per second of audio, in this process: median of several rounds over all recordings. */
export async function measureCost(sounds: readonly Float32Array[]): Promise<number> {
  const session = await InferenceSession.create(MODEL, sessionOptions(1));
  const seconds = sounds.reduce((sum, { length }) => sum + length, 0) / 16_000;
  const costs: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const before = process.cpuUsage();
    for (const samples of sounds) {
      const whole = samples.subarray(0, samples.length - (samples.length % 320));
      await session.run({ samples: new Tensor('float32', whole, [1, whole.length]) });
    }
    const { user, system } = process.cpuUsage(before);
    // The first round also allocates memory.
    if (round > 0) costs.push((user + system) / 1000 / seconds);
  }
  return costs.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0;
}
