import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { widenModel } from '../../engines/onnx/index.ts';
import { bytesField, type Piece } from '../../engines/onnx/protobuf.ts';
import { isInVocabulary, tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import { KOKORO, readSource } from '../../engines/speech/weights.ts';
import type { Contender } from './contenders.ts';

type Sound = { samples: Float32Array; sampleRate: number };
type OfflineTts = {
  generateAsync(request: {
    text: string;
    sid: number;
    speed: number;
    onProgress(part: { samples: Float32Array }): void;
  }): Promise<Sound>;
};

/** The field of a model that has facts as text, each with a name and a value. */
const FACTS = 14;
/** What sherpa-onnx reads of a model of Kokoro, in this form. */
const KOKORO_FACTS = {
  model_type: 'kokoro',
  version: '2',
  language: 'English',
  voice: 'en-us',
  has_espeak: '1',
  sample_rate: '24000',
  n_speakers: '1',
  style_dim: '510,1,256',
  max_token_len: '510',
  speaker_names: 'af_heart',
  id2speaker: '0->af_heart',
  speaker2id: 'af_heart->0',
};

/**
 * sherpa-onnx with the weights that kokoro-js publishes, in 32 bits on all cores, and the words of Debian's espeak-ng. `folder` has its
 * package (`npm install --prefix FOLDER sherpa-onnx-node`), and gets the model in its form.
 */
export async function openSherpa(folder: string, modelsDir: string, threads: number): Promise<Contender> {
  const model = join(folder, 'kokoro');
  if (!existsSync(join(model, 'tokens.txt'))) await writeModel(model, modelsDir);
  const load = createRequire(join(folder, 'index.js'));
  const { OfflineTts } = load('sherpa-onnx-node') as { OfflineTts: new (config: object) => OfflineTts };
  const tts = new OfflineTts({
    model: {
      kokoro: {
        model: join(model, 'model.onnx'),
        voices: join(model, 'voices.bin'),
        tokens: join(model, 'tokens.txt'),
        dataDir: await espeakData(),
        lang: 'en-us',
      },
      numThreads: threads,
      provider: 'cpu',
    },
    // It gives a sound away when so many sentences are spoken.
    maxNumSentences: 1,
  });
  return {
    async speak(text) {
      const beganMs = performance.now();
      const elapsed = () => (performance.now() - beganMs) / 1_000;
      let firstSeconds: number | undefined;
      const onProgress = () => {
        firstSeconds ??= elapsed();
      };
      const { samples, sampleRate } = await tts.generateAsync({ text, sid: 0, speed: 1, onProgress });
      const tookSeconds = elapsed();
      return { samples, sampleRate, tookSeconds, firstSeconds: firstSeconds ?? tookSeconds };
    },
  };
}

async function writeModel(folder: string, modelsDir: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const facts = Object.entries(KOKORO_FACTS).flatMap(([name, value]) =>
    bytesField(FACTS, [...textField(1, name), ...textField(2, value)]),
  );
  const parts = facts.filter((piece): piece is Buffer => piece instanceof Buffer);
  const model = Buffer.concat([...widenModel(await readSource(KOKORO, modelsDir)), ...parts]);
  await writeFile(join(folder, 'model.onnx'), model);
  const voice = new URL('../../node_modules/kokoro-js/voices/af_heart.bin', import.meta.url);
  await writeFile(join(folder, 'voices.bin'), await readFile(voice));
  const symbols = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code)).filter(
    isInVocabulary,
  );
  const lines = symbols.map((symbol) => `${symbol} ${tokenIds(symbol)[1]}`);
  await writeFile(join(folder, 'tokens.txt'), `${['$ 0', ...lines].join('\n')}\n`);
}

function textField(field: number, text: string): Piece[] {
  return bytesField(field, [Buffer.from(text)]);
}

async function espeakData(): Promise<string> {
  for (const name of await readdir('/usr/lib')) {
    const folder = join('/usr/lib', name, 'espeak-ng-data');
    if (existsSync(folder)) return folder;
  }
  throw new Error('espeak-ng is not installed: apt-get install espeak-ng');
}
