import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KOKORO } from './weights.ts';
import { isReadOnly, stampOf } from './weights-stamp.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes the files of earlier versions, and partial files of killed starts. Waits until a day after this version's own
 * file was built: until then a node that is not yet upgraded may share the folder and start engines from it.
 */
export async function removeFormerKokoro(modelsDir: string, now: Date): Promise<void> {
  const { fileName, formerNames } = KOKORO;
  const isOld = async (name: string): Promise<boolean> => {
    // Another node may have removed it already.
    const facts = await stat(join(modelsDir, name)).catch(() => null);
    return facts !== null && now.getTime() - facts.mtimeMs > DAY_MS;
  };
  if (!(await isOld(fileName))) return;
  const names = await readdir(modelsDir);
  const partial = /^(.+)\.\d+\.partial$/u;
  const unfinished = names.filter((name) =>
    [fileName, ...formerNames].includes(partial.exec(name)?.[1] ?? ''),
  );
  // A file of this name without our stamp is someone else's, so it stays.
  const assembled = formerNames.filter((name) => names.includes(stampOf(name)));
  for (const name of unfinished) if (await isOld(name)) await remove(modelsDir, name);
  for (const name of assembled) if (await isOld(stampOf(name))) await remove(modelsDir, name, stampOf(name));
}

async function remove(modelsDir: string, ...names: string[]): Promise<void> {
  try {
    for (const name of names) await rm(join(modelsDir, name), { force: true });
  } catch (error) {
    // A read-only folder is the operator's to clean up.
    if (!isReadOnly(error)) throw error;
  }
}
