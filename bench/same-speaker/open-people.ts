import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sessionOptions } from '../../engines/onnx/index.ts';
import { findVoiceWeights, loadVoiceprints } from '../../engines/speaker-embedding/index.ts';
import { loadSilero } from '../../engines/voice-activity/index.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { fetchPeople } from '../voices/fetch-people.ts';
import { SPEAKERS } from './people.ts';

/** The folder with two recordings of everybody: `--people FOLDER`, or one below the data. Fetches those that are missing. */
export async function openPeople(): Promise<string> {
  const { values } = parseArgs({ options: { people: { type: 'string' } } });
  const folder = values.people ?? join(parseConfig(process.env).dataDir, 'bench-same-speaker');
  await fetchPeople(folder, SPEAKERS, { a: 30, b: 30 });
  return folder;
}

export async function loadNetworks() {
  const { modelsDir } = parseConfig(process.env);
  const weights = await findVoiceWeights({ modelsDir });
  if (!weights) throw new Error('the weights are not installed');
  return {
    voiceprints: await loadVoiceprints(weights, sessionOptions(1)),
    silero: await loadSilero(weights.silero, sessionOptions(1)),
  };
}
