import { readFile, rename, writeFile } from 'node:fs/promises';
import type { Fitting } from '../../engines/voice-cloning/index.ts';

/** State of a speaker's fitting, and its time so far. */
export type Kept = { speaker: string; seconds: number; fitting: Fitting };

export type KeptFitting = {
  of(speaker: string): Kept | null;
  keep(kept: Kept): Promise<void>;
};

/** Keeps the last fitted speaker, which saves minutes when a run is interrupted. */
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
