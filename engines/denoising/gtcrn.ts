/** 16 ms at 16 kHz. */
const FRAME = 256;
const FRAME_BYTES = FRAME * Float32Array.BYTES_PER_ELEMENT;
/** The network returns each frame one frame late. */
const DELAY = FRAME;

/** Takes mono at 16 kHz. The result is as long as the input, and in step with it. */
export type Denoise = (samples: Float32Array) => Float32Array;

/** The part of Node's global that is used here; its types come only with those of browsers. */
declare const WebAssembly: {
  instantiate(module: Uint8Array, imports: object): Promise<{ instance: { exports: object } }>;
};

type Network = {
  memory: { buffer: ArrayBuffer };
  initialise(): void;
  /** The state of one sound. */
  create(): number;
  destroy(state: number): void;
  /** One frame at 16 kHz. */
  process(state: number, input: number, output: number): void;
  malloc(bytes: number): number;
};

/** The names that the module's build has left. */
const NAMES = { memory: 'c', initialise: 'd', create: 'e', destroy: 'g', process: 'i', malloc: 'k' };

/** The module holds network and weights. It reaches nothing outside its own memory, which does not grow. */
export async function loadGtcrn(module: Uint8Array): Promise<Denoise> {
  const imports = {
    a: () => {
      throw new Error('an assertion of the denoiser failed');
    },
    b: () => 0,
  };
  const { instance } = await WebAssembly.instantiate(module, { a: imports });
  const exported = new Map(Object.entries(instance.exports));
  const network = Object.fromEntries(
    Object.entries(NAMES).map(([name, short]) => [name, exported.get(short)]),
  ) as Network;
  network.initialise();
  const input = allocated(network.malloc(FRAME_BYTES));
  const output = allocated(network.malloc(FRAME_BYTES));
  return (samples) => {
    const cleaned = new Float32Array(Math.ceil((samples.length + DELAY) / FRAME) * FRAME);
    const state = allocated(network.create());
    try {
      for (let at = 0; at < cleaned.length; at += FRAME) {
        const frame = new Float32Array(network.memory.buffer, input, FRAME);
        frame.fill(0);
        frame.set(samples.subarray(at, at + FRAME));
        network.process(state, input, output);
        cleaned.set(new Float32Array(network.memory.buffer, output, FRAME), at);
      }
    } finally {
      network.destroy(state);
    }
    return cleaned.slice(DELAY, DELAY + samples.length);
  };
}

function allocated(pointer: number): number {
  if (pointer === 0) throw new Error('the denoiser is out of memory');
  return pointer;
}
