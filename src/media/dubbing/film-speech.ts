import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createWav } from '../../../engines/codec/index.ts';

const RATE = 16_000;
const MINUTE = 60 * RATE;
const pathIn = (folder: string) => join(folder, 'film-speech.wav');

/** Keeps the speech of the film alone, as it was heard: the sound without speech is made with it. */
export async function keepFilmSpeech(folder: string, speech: Float32Array): Promise<void> {
  const file = await createWav(pathIn(folder), { sampleRate: RATE, channels: 1 });
  try {
    for (let from = 0; from < speech.length; from += MINUTE)
      await file.write([speech.subarray(from, from + MINUTE)]);
  } finally {
    await file.close();
  }
}

/** Null if this attempt did not hear the film. */
export function keptFilmSpeech(folder: string): string | null {
  return existsSync(pathIn(folder)) ? pathIn(folder) : null;
}
