/**
 * Measures the voiceprint and pitch of each voice of Kokoro, to find the preset nearest to a recording. `npm run measure:presets`
 * writes assets/voices/presets.json. Run it again when the sound of the presets changes.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { resampled } from '../engines/dsp/index.ts';
import { sessionOptions } from '../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../engines/speaker-embedding/index.ts';
import { extractVoiceFeatures } from '../engines/speaker-embedding/voice-features.ts';
import { assembleKokoro, createKokoroEngine, languageOrEnglish } from '../engines/speech/index.ts';
import { NETWORKS } from '../engines/voice-cloning/match/networks.ts';
import { parseConfig } from '../src/platform/config/index.ts';
import { silentLog } from '../src/platform/log.ts';

const { modelsDir } = parseConfig(process.env);
const weights = await findVoiceWeights({ modelsDir });
if (!weights) throw new Error('the weights of the x-vector are not installed');
const prints = await loadVoiceprints(weights, sessionOptions(1));
await assembleKokoro({ modelsDir });
const speech = createKokoroEngine({ modelsDir, log: silentLog });

async function synthesize(voiceId: string, text: string): Promise<number[]> {
  const samples: number[] = [];
  for await (const chunk of speech.synthesize({ text, voiceId })) samples.push(...chunk.samples);
  return samples;
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const presets: Record<string, { print: number[]; logPitch: number }> = {};
for (const { id, language } of speech.voices.filter(({ recipe }) => !recipe)) {
  const { steering, scoring } = languageOrEnglish(language).matching;
  const recordings = await Promise.all([...steering, scoring].map((text) => synthesize(id, text)));
  const { print, logPitch } = await extractVoiceFeatures(
    prints,
    resampled(Float32Array.from(recordings.flat()), 24_000, 16_000),
  );
  if (logPitch === null) throw new Error(`${id} has no pitch`);
  presets[id] = { print: Array.from(print, rounded), logPitch: rounded(logPitch) };
}
await speech.close();
const lines = Object.entries(presets).map(
  ([id, features]) => `${JSON.stringify(id)}: ${JSON.stringify(features)}`,
);
await writeFile(NETWORKS.presets, `{\n${lines.join(',\n')}\n}\n`);
const written = await readFile(NETWORKS.presets, 'utf8');
console.log(`${Object.keys(JSON.parse(written)).length} presets, ${written.length} bytes`);
