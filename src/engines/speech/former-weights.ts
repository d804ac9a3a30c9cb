import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { KOKORO } from './weights.ts';
import { isReadOnly, stampOf } from './weights-stamp.ts';

const DAY_MS = 24 * 3_600_000;

/**
 * Removes what earlier versions have assembled, and what killed starts have left half-written. Only a day after this
 * version's own was made: until then a node that is yet to be upgraded may share the folder and start engines from it.
 */
export async function removeFormerKokoro(modelsDir: string, now: Date): Promise<void> {
  const { fileName, formerNames } = KOKORO;
  const isOld = async (name: string): Promise<boolean> => {
    // Another node may have removed it meanwhile.
    const facts = await stat(join(modelsDir, name)).catch(() => null);
    return facts !== null && now.getTime() - facts.mtimeMs > DAY_MS;
  };
  if (!(await isOld(fileName))) return;
  const names = await readdir(modelsDir);
  const partial = /^(.+)\.\d+\.partial$/u;
  const unfinished = names.filter((name) =>
    [fileName, ...formerNames].includes(partial.exec(name)?.[1] ?? ''),
  );
  // Without our stamp it is somebody else's file that happens to have the name.
  const assembled = formerNames.filter((name) => names.includes(stampOf(name)));
  for (const name of unfinished) if (await isOld(name)) await remove(modelsDir, name);
  for (const name of assembled) if (await isOld(stampOf(name))) await remove(modelsDir, name, stampOf(name));
}

async function remove(modelsDir: string, ...names: string[]): Promise<void> {
  try {
    for (const name of names) await rm(join(modelsDir, name), { force: true });
  } catch (error) {
    // The folder of an operator who keeps its files in order.
    if (!isReadOnly(error)) throw error;
  }
}
