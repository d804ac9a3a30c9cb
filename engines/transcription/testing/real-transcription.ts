import { after } from 'node:test';
import { silentLog } from '../../../src/platform/log.ts';
import { findVoiceWeights } from '../../speaker-embedding/index.ts';
import { createTranscriptionEngine } from '../engine.ts';
import type { TranscriptionEngine } from '../types.ts';
import { findTranscriptionWeights } from '../weights.ts';

const modelsDir = process.env.MODELS_DIR ?? new URL('../../../data/models', import.meta.url).pathname;

let opening: Promise<TranscriptionEngine> | undefined;

/** Moonshine and Whisper, shared by the test files of a process: loading both takes longer than most tests. */
export function realTranscription(): Promise<TranscriptionEngine> {
  opening ??= open();
  return opening;
}

// Outside every `describe`, so that it runs once, after the last file of the process.
after(async () => (await opening)?.close());

async function open(): Promise<TranscriptionEngine> {
  const [weights, voiceWeights] = await Promise.all([
    findTranscriptionWeights({ modelsDir }),
    findVoiceWeights({ modelsDir }),
  ]);
  return createTranscriptionEngine({ weights, voiceWeights, log: silentLog });
}
