/** Writes Kokoro's published graph with 32-bit floats and nothing else changed: `node widen.ts FILE`. */
import { readFileSync, writeFileSync } from 'node:fs';
import { widenModel } from '../../engines/onnx/index.ts';
import { KOKORO } from '../../engines/speech/weights.ts';

const [file] = process.argv.slice(2);
if (!file) throw new Error('usage: node widen.ts FILE');
const published = Buffer.concat(KOKORO.source.parts().map((part) => readFileSync(part)));
writeFileSync(file, Buffer.concat([...widenModel(published)]));
