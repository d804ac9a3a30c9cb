import { after } from 'node:test';
import { silentLog } from '../../../src/platform/log.ts';
import { createKokoroEngine, type KokoroEngine } from '../kokoro-engine.ts';
import { assembleKokoro } from '../weights.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;

let opening: Promise<KokoroEngine> | undefined;

/** Kokoro with its weights, shared by the test files of a process: it starts in the time in which it speaks half a minute. */
export function realSpeech(): Promise<KokoroEngine> {
  opening ??= open();
  return opening;
}

// Outside every `describe`, so that it runs once, after the last file of the process.
after(async () => (await opening)?.close());

async function open(): Promise<KokoroEngine> {
  await assembleKokoro({ modelsDir });
  return createKokoroEngine({ modelsDir, processes: 1, log: silentLog });
}
