/** `node training/voices/export-people.ts FOLDER`: the people that evaluate.py matches and fits, with what is heard of them. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchPeople } from '../../bench/voices/fetch-people.ts';
import { PEOPLE } from '../../bench/voices/people.ts';
import { readWave } from '../../bench/voices/speakers.ts';
import { sessionOptions } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { extractVoiceFeatures } from '../../engines/speaker-embedding/voice-features.ts';
import { parseConfig } from '../../src/platform/config/index.ts';

const folder = process.argv[2];
if (!folder) throw new Error('which folder?');
const weights = await findVoiceWeights({ modelsDir: parseConfig(process.env).modelsDir });
if (!weights) throw new Error('the weights of the x-vector are not installed');
const prints = await loadVoiceprints(weights, sessionOptions(1));
await mkdir(folder, { recursive: true });
await fetchPeople(folder);
const people = [];
for (const { name } of PEOPLE) {
  const heard = async (which: string) =>
    extractVoiceFeatures(prints, await readWave(join(folder, `${name}-${which}.wav`)));
  const { print, spectrumDb, bands, logPitch } = await heard('more');
  const more = { print: [...print], spectrumDb: [...spectrumDb], bands: [...bands], logPitch };
  people.push({ name, logPitch: (await heard('a')).logPitch, more });
}
await writeFile(join(folder, 'people.json'), JSON.stringify(people));
