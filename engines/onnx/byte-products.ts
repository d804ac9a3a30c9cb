import { FLOAT, UINT8 } from './format.ts';
import { writeModel } from './write-model.ts';

const ROWS = 16;
const DEPTH = 64;
const COLUMNS = 16;
const LARGEST_INPUT = 255;
const LARGEST_WEIGHT = 127;

/** onnxruntime's setting that multiplies bytes in 16 bits on x64. Exact everywhere, at half to a third of the speed. */
const IN_16_BITS = { x64quantprecision: '1' };

let known: Promise<Readonly<Record<string, string>>> | undefined;

/**
 * Settings of a session that multiplies 8-bit matrices. x64 processors without VNNI add two products in 16 bits and saturate, so
 * they need 16 bits. onnxruntime takes that way on all x64 processors if it is set, so the processor is tried first.
 */
export function byteSettings(): Promise<Readonly<Record<string, string>>> {
  known ??= addsExactly().then((isExact) => (isExact ? {} : IN_16_BITS));
  return known;
}

/** Whether the sum of the largest products is right. */
export async function addsExactly(settings: Readonly<Record<string, string>> = {}): Promise<boolean> {
  // Imported here, so that the API, which only edits models, does not load the library.
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(productOfBytes(), {
    intraOpNumThreads: 1,
    logSeverityLevel: 3,
    extra: { session: settings },
  });
  const x = new Float32Array(ROWS * DEPTH).fill(LARGEST_INPUT);
  const { y } = await session.run({ x: new Tensor('float32', x, [ROWS, DEPTH]) });
  await session.release();
  if (!(y?.data instanceof Float32Array)) throw new Error('the product of bytes returned nothing');
  return y.data.every((sum) => sum === LARGEST_INPUT * LARGEST_WEIGHT * DEPTH);
}

function productOfBytes(): Buffer {
  return writeModel({
    name: 'product of bytes',
    nodes: [
      { operator: 'Cast', inputs: ['x'], output: 'bytes', attributes: { to: Number(UINT8) } },
      { operator: 'MatMulInteger', inputs: ['bytes', 'weights'], output: 'sums' },
      { operator: 'Cast', inputs: ['sums'], output: 'y', attributes: { to: Number(FLOAT) } },
    ],
    tensors: [
      {
        name: 'weights',
        shape: [DEPTH, COLUMNS],
        values: new Int8Array(DEPTH * COLUMNS).fill(LARGEST_WEIGHT),
      },
    ],
    inputs: [{ name: 'x', shape: [ROWS, DEPTH] }],
    outputs: [{ name: 'y', shape: [ROWS, COLUMNS] }],
  });
}
