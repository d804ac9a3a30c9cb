import { after } from 'node:test';
import { silentLog } from '../../../src/platform/log.ts';
import { findVoiceWeights } from '../../speaker-embedding/index.ts';
import { type CloningEngine, createCloningEngine } from '../cloning-engine.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;

let opening: Promise<CloningEngine> | undefined;

/** The voice network and the prints of the presets, shared by the test files of a process. */
export function realCloning(): Promise<CloningEngine> {
  opening ??= open();
  return opening;
}

// Outside every `describe`, so that it runs once, after the last file of the process.
after(async () => (await opening)?.close());

async function open(): Promise<CloningEngine> {
  return createCloningEngine({ weights: await findVoiceWeights({ modelsDir }), log: silentLog });
}
