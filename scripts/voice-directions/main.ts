/**
 * Measures in which direction of the style space a voice becomes brighter, warmer, breathier and livelier, and writes
 * assets/voices/directions.json. `node scripts/voice-directions/main.ts [--voices 240]`: the presets say a sentence and
 * so do as many voices between and around them; 2.5 CPU-seconds each. What was heard is kept for the next run.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import {
  assembleKokoro,
  createKokoroEngine,
  presetSpeaker,
  type SpeakerArtifact,
} from '../../src/engines/speech/index.ts';
import { type HeardVoice, hearVoice } from '../../src/engines/voice-identity/design/testing/hear-voice.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { aroundThem } from './around-them.ts';
import { directionsOf } from './regress.ts';

const TEXT = 'The early morning light was falling over the old harbour while we waited for news.';
const DIGITS = 5;

const { values } = parseArgs({ options: { voices: { type: 'string', default: '240' } } });
const { modelsDir, dataDir } = parseConfig(process.env);
await mkdir(dataDir, { recursive: true });
await assembleKokoro({ modelsDir });
const engine = createKokoroEngine({ modelsDir, log: silentLog });
const keptIn = join(dataDir, 'voice-directions.json');
const kept = await readFile(keptIn, 'utf8').then(
  (text) => JSON.parse(text) as Record<string, HeardVoice>,
  () => ({}) as Record<string, HeardVoice>,
);

async function hear(name: string, speaker: SpeakerArtifact): Promise<HeardVoice> {
  const known = kept[name];
  if (known) return known;
  const request = { text: TEXT, voiceId: name, speaker, language: 'en-US' };
  const parts: Float32Array[] = [];
  for await (const { samples } of engine.synthesize(request)) parts.push(samples);
  const sound = Float32Array.from(parts.flatMap((part) => [...part]));
  const heard = hearVoice(sound, engine.capabilities.sampleRate);
  kept[name] = heard;
  return heard;
}

const presets = await Promise.all(engine.voices.map(({ id }) => presetSpeaker(id)));
const others = aroundThem(presets, Number(values.voices));
const spoken = [...presets, ...others].map((speaker, i) => ({
  name: i < presets.length ? speaker.baseVoice : `between ${i - presets.length}`,
  speaker,
}));
const heard: { style: number[]; heard: HeardVoice }[] = [];
for (let first = 0; first < spoken.length; first += 2) {
  const pair = spoken.slice(first, first + 2);
  const sounds = await Promise.all(pair.map(({ name, speaker }) => hear(name, speaker)));
  for (const [i, { speaker }] of pair.entries()) {
    const sound = sounds[i];
    if (sound) heard.push({ style: speaker.style, heard: sound });
  }
  if (first % 20 === 0) {
    await writeFile(keptIn, JSON.stringify(kept));
    console.log(`${heard.length} of ${spoken.length}`);
  }
}
await writeFile(keptIn, JSON.stringify(kept));
await engine.close();

const { directions, figures } = directionsOf(heard, presets.length);
for (const line of figures) console.log(line);
const measured = Object.fromEntries(presets.map(({ baseVoice }, i) => [baseVoice, heard[i]?.heard]));
const rounded = (_: string, value: unknown) =>
  typeof value === 'number' ? Number(value.toFixed(DIGITS)) : value;
const file = new URL('../../assets/voices/directions.json', import.meta.url);
await writeFile(file, `${JSON.stringify({ version: 1, ...directions, presets: measured }, rounded)}\n`);
