import { joinSamples } from '../dsp/index.ts';
import { sessionOptions } from '../onnx/index.ts';

export const MARK_RATE = 24_000;
const BLOCK = 256;
/** The mark of a block depends on 36 blocks before it and on 4 after it, which are 43 ms. */
const CONTEXT_BLOCKS = 40;
const AHEAD_BLOCKS = 4;
/** Ten seconds, so that an hour takes no more memory than that. */
const MOST_BLOCKS = 938;
/** The waves of the mark start again after so many blocks. */
const CYCLE_BLOCKS = 240;

/** Samples, and what is to be added to them. */
type WithMark = { samples: Float32Array; mark: Float32Array };

/** The mark of a sound of 24 kHz, while the sound arrives in pieces of any size. */
export type MarkStream = {
  /** Returns what is certain so far: all but the last 43 to 53 ms. */
  push(samples: Float32Array): Promise<WithMark>;
  /** The rest. Together as long as what was pushed. */
  finish(): Promise<WithMark>;
};

export type Embedder = { open(): MarkStream };

type Run = (sound: Float32Array, firstBlock: number) => Promise<Float32Array>;

export async function loadEmbedder(file: string): Promise<Embedder> {
  // Imported here, so that the API, which only names the file, does not load the library.
  const { InferenceSession, Tensor } = await import('onnxruntime-node');
  const session = await InferenceSession.create(file, sessionOptions(1));
  const run: Run = async (sound, firstBlock) => {
    const start = new Tensor('float32', Float32Array.of(firstBlock % CYCLE_BLOCKS), [1]);
    const { mark } = await session.run({ sound: new Tensor('float32', sound, [1, sound.length]), start });
    if (!mark) throw new Error('the embedder returned no mark');
    return mark.data as Float32Array;
  };
  return { open: () => new BlockStream(run) };
}

/** Runs the network on the context, the new blocks and those ahead of them, and keeps the mark of the new ones. */
class BlockStream implements MarkStream {
  readonly #run: Run;
  #waiting: Float32Array[] = [];
  #waitingLength = 0;
  #context = new Float32Array();
  /** Blocks that have their mark. */
  #done = 0;

  constructor(run: Run) {
    this.#run = run;
  }

  push(samples: Float32Array): Promise<WithMark> {
    this.#waiting.push(samples);
    this.#waitingLength += samples.length;
    return this.#take(Math.floor(this.#waitingLength / BLOCK) - AHEAD_BLOCKS);
  }

  finish(): Promise<WithMark> {
    return this.#take(Math.ceil(this.#waitingLength / BLOCK));
  }

  async #take(blocks: number): Promise<WithMark> {
    if (blocks < 1) return { samples: new Float32Array(), mark: new Float32Array() };
    const waiting = joinSamples(this.#waiting);
    const samples = waiting.slice(0, blocks * BLOCK);
    const mark = new Float32Array(samples.length);
    for (let at = 0; at < blocks; at += MOST_BLOCKS) {
      const until = Math.min(at + MOST_BLOCKS, blocks) * BLOCK;
      const ahead = waiting.subarray(at * BLOCK, until + AHEAD_BLOCKS * BLOCK);
      const sound = inBlocks(this.#context, ahead);
      const made = await this.#run(sound, this.#done - this.#context.length / BLOCK);
      const from = this.#context.length;
      mark.set(made.subarray(from, from + Math.min(until, samples.length) - at * BLOCK), at * BLOCK);
      const heard = sound.subarray(0, from + until - at * BLOCK);
      this.#context = heard.slice(-CONTEXT_BLOCKS * BLOCK);
      this.#done += until / BLOCK - at;
    }
    const rest = waiting.slice(samples.length);
    this.#waiting = [rest];
    this.#waitingLength = rest.length;
    return { samples, mark };
  }
}

/** Whole blocks, as the network takes them. One sample that is no number would spoil all of them. */
function inBlocks(context: Float32Array, sound: Float32Array): Float32Array<ArrayBuffer> {
  const made = new Float32Array(context.length + Math.ceil(sound.length / BLOCK) * BLOCK);
  made.set(context);
  for (let i = 0; i < sound.length; i += 1) {
    const sample = sound[i] as number;
    made[context.length + i] = Number.isNaN(sample) ? 0 : Math.min(Math.max(sample, -1), 1);
  }
  return made;
}
