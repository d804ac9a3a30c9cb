import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Fitting } from '../../src/engines/voice-cloning/index.ts';

/** How far the fitting of a speaker's voice has come, and what it has taken so far. */
export type Kept = { speaker: string; seconds: number; fitting: Fitting };

export type KeptFitting = {
  of(speaker: string): Kept | null;
  keep(kept: Kept): Promise<void>;
};

/** Of the speaker who was fitted last: minutes that a run which is broken off need not spend again. */
export async function openKeptFitting(path: string): Promise<KeptFitting> {
  let last = await readFile(path, 'utf8').then(
    (text) => JSON.parse(text) as Kept,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    },
  );
  return {
    of: (speaker) => (last?.speaker === speaker ? last : null),
    keep: async (kept) => {
      last = kept;
      await writeFile(`${path}.new`, JSON.stringify(kept));
      await rename(`${path}.new`, path);
    },
  };
}
