/** Speaks one sentence in this process: `node bench/x64/speak.ts OUTPUT.f32`. `check.sh` runs it on an emulated processor. */
import { writeFile } from 'node:fs/promises';
import { joinSamples } from '../../engines/dsp/index.ts';
import { byteSettings } from '../../engines/onnx/index.ts';
import { loadHybrid } from '../../engines/speech/decoder/hybrid.ts';
import { createStyles, VOICES_DIR } from '../../engines/speech/kokoro/styles.ts';
import { tokenIds } from '../../engines/speech/kokoro/vocabulary.ts';
import { assembleKokoro, DECODER_FILE } from '../../engines/speech/weights.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { SENTENCES } from '../decoder/sentences.ts';

const [output] = process.argv.slice(2);
const [sentence] = SENTENCES;
if (!output || !sentence) throw new Error('usage: node bench/x64/speak.ts OUTPUT.f32');
const modelFile = await assembleKokoro({ modelsDir: parseConfig(process.env).modelsDir });
const hybrid = await loadHybrid({ modelFile, decoderFile: DECODER_FILE, threads: 1 });
const ids = tokenIds(sentence.phonemes);
const style = await createStyles(VOICES_DIR).styleFor([{ id: sentence.voice, weight: 1 }], ids.length - 2);
const prepared = await hybrid.prepare({ ids, style, speed: 1, f0Scale: 1 });
const parts: Float32Array[] = [];
for await (const part of prepared.windows()) parts.push(part);
const samples = joinSamples(parts);
await writeFile(output, new Uint8Array(samples.buffer));
console.log(
  process.arch,
  JSON.stringify(await byteSettings()),
  `durations ${prepared.durations.map(Math.round)}`,
);
