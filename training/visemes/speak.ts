/** Three sentences by voices that no training has heard, with the truth about them: `node speak.ts FOLDER MODELS_DIR`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeWav } from '../../engines/codec/index.ts';
import { trackFromSpeech } from '../../engines/lipsync/index.ts';
import { assembleKokoro, createKokoroEngine, type SpeechChunk } from '../../engines/speech/index.ts';
import { silentLog } from '../../src/platform/log.ts';

const SENTENCES = [
  { name: 'english', voiceId: 'af_bella', text: 'Bob bought a map of Poland before we moved.' },
  { name: 'british', voiceId: 'bm_george', text: 'You should have seen the five blue boats.' },
  { name: 'french', voiceId: 'ff_siwis', text: 'Le printemps ramène les papillons.' },
];

const [folder, modelsDir] = process.argv.slice(2);
if (!folder || !modelsDir) throw new Error('where to write, and where are the models?');
await assembleKokoro({ modelsDir });
const engine = createKokoroEngine({ modelsDir, log: silentLog });
const { sampleRate } = engine.capabilities;
for (const { name, voiceId, text } of SENTENCES) {
  const chunks: SpeechChunk[] = [];
  for await (const chunk of engine.synthesize({ text, voiceId })) chunks.push(chunk);
  const samples = chunks.map((chunk) => chunk.samples);
  writeFileSync(join(folder, `${name}.wav`), encodeWav(samples, sampleRate));
  const { cues } = trackFromSpeech(chunks, sampleRate);
  writeFileSync(join(folder, `${name}.json`), JSON.stringify({ voiceId, text, cues }));
}
await engine.close();
