/**
 * Word error rate and processor time of transcription, on sentences that our own engine speaks, clean and with pink
 * noise at 10 dB. `npm run bench:stt [-- --audio FOLDER]` keeps the spoken sentences in FOLDER for the next run.
 */
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { joinSamples } from '../../engines/dsp/index.ts';
import type { Recognisers } from '../../engines/transcription/sound.ts';
import { pink } from '../../engines/transcription/testing/clips.ts';
import { createSpeaker, silence, withNoise } from '../../engines/transcription/testing/spoken.ts';
import { transcribeWith } from '../../engines/transcription/transcribe.ts';
import { findTranscriptionWeights } from '../../engines/transcription/weights.ts';
import { wordErrors } from '../../engines/transcription/word-errors.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { loadRecognisers } from './recognisers.ts';
import { SENTENCES } from './sentences.ts';

const RATE = 16_000;
const SNR_DB = 10;
const { values } = parseArgs({ options: { audio: { type: 'string' } } });
const { modelsDir, dataDir } = parseConfig(process.env);
const folder = values.audio ?? join(dataDir, 'bench-stt');
await mkdir(folder, { recursive: true });

const weights = await findTranscriptionWeights({ modelsDir });
if (!weights) throw new Error('the transcription weights are not installed');
const speaker = createSpeaker(modelsDir);

async function synthesized(text: string, voice: string): Promise<Float32Array> {
  const path = join(folder, `${Buffer.from(`${voice} ${text}`).toString('hex').slice(0, 120)}.f32`);
  if (!existsSync(path)) {
    const samples = joinSamples([silence(0.2), await speaker.synthesize(text, voice), silence(0.2)]);
    await writeFile(path, new Uint8Array(samples.buffer));
  }
  const bytes = await readFile(path);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
}

type Clip = { text: string; samples: Float32Array };
type Row = {
  name: string;
  errors: number;
  words: number;
  seconds: number;
  cpuSeconds: number;
  models: Set<string>;
};

async function measure(
  name: string,
  clips: readonly Clip[],
  transcribe: (samples: Float32Array) => Promise<{ text: string; model: string }>,
): Promise<Row> {
  const row: Row = { name, errors: 0, words: 0, seconds: 0, cpuSeconds: 0, models: new Set() };
  for (const { text, samples } of clips) {
    const before = process.cpuUsage();
    const transcript = await transcribe(samples).catch((error: Error) => ({ text: '', model: error.name }));
    const { user, system } = process.cpuUsage(before);
    const { errors, words } = wordErrors(text, transcript.text);
    row.errors += errors;
    row.words += words;
    row.seconds += samples.length / RATE;
    row.cpuSeconds += (user + system) / 1e6;
    row.models.add(transcript.model);
  }
  return row;
}

function print({ name, errors, words, seconds, cpuSeconds, models }: Row): void {
  const rate = ((100 * errors) / words).toFixed(1);
  const cost = (cpuSeconds / seconds).toFixed(2);
  console.log(`| ${name} | ${words} | ${rate} % | ${cost} | ${[...models].sort().join(', ')} |`);
}

const whisperOnly = (recognisers: Recognisers, language: string) => async (samples: Float32Array) => {
  const model = 'whisper-base';
  const { segments } = await recognisers.anyLanguage({ samples, language, task: 'transcribe', model });
  return { text: segments.map(({ text }) => text).join(' '), model };
};

const sets: { language: string; clips: Clip[] }[] = [];
for (const { language, voices, texts } of SENTENCES) {
  const clips: Clip[] = [];
  for (const [i, text] of texts.entries())
    clips.push({ text, samples: await synthesized(text, voices[i % voices.length] ?? '') });
  sets.push({ language, clips });
}
await speaker.close();

const recognisers = await loadRecognisers(weights);
await whisperOnly(recognisers, 'en')(silence(1));
console.log(`${describeMachine()}\n`);
console.log(
  '| audio, requested language | words | word errors | CPU-s per s | model |\n|---|---|---|---|---|',
);
for (const { language, clips } of sets) {
  const noisy = clips.map(({ text, samples }, i) => ({
    text,
    samples: withNoise(samples, pink(4, 40 + i), SNR_DB),
  }));
  for (const [condition, audio] of [
    ['clean', clips],
    [`${SNR_DB} dB`, noisy],
  ] as const) {
    const detect = (samples: Float32Array) => transcribeWith(recognisers, { samples });
    print(await measure(`${language} ${condition}, auto`, audio, detect));
    if (language !== 'en') continue;
    const inLanguage = (samples: Float32Array) => transcribeWith(recognisers, { samples, language });
    print(await measure(`${language} ${condition}, en`, audio, inLanguage));
    print(
      await measure(`${language} ${condition}, Whisper alone`, audio, whisperOnly(recognisers, language)),
    );
  }
}
console.log(`\nresident: ${Math.round(process.memoryUsage.rss() / 1e6)} MB`);
