/** node scripts/record-test-speech.ts   writes the recordings that the engine tests use and that are missing. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { encodeWav } from '../engines/codec/index.ts';
import { RECORDED, recordingFile } from '../engines/transcription/testing/recordings.ts';
import { createSpeaker } from '../engines/transcription/testing/spoken.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../data/models', import.meta.url).pathname;
const speaker = createSpeaker(modelsDir);
for (const { text, voice } of RECORDED) {
  const file = recordingFile(text, voice);
  if (existsSync(file)) continue;
  await mkdir(new URL('.', file), { recursive: true });
  await writeFile(file, encodeWav([await speaker.synthesize(text, voice)], 16_000));
}
await speaker.close();
