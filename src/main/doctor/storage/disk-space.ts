import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { type Check, type Finding, fault, orGood, warning } from '../check.ts';
import { nearestFolder } from '../nearest-folder.ts';

const MIB = 2 ** 20;

type Need = {
  what: string;
  remedy: string;
  /** With less, calls fail now or within minutes. */
  leastMib: number;
  /** With less, somebody should see to it. */
  enoughMib: number;
};

export type Space = { freeBytes: number; files: number; freeFiles: number };

const LEAST_FILES = 1_000;
const ENOUGH_FILES = 50_000;

const DATA: Need = {
  what: 'DATA_DIR',
  remedy: 'Free some space, or move DATA_DIR to a larger disk.',
  leastMib: 512,
  enoughMib: 4_096,
};
/** Uploads are up to 500 MB, and films are decoded and encoded there. */
const TEMPORARY: Need = {
  what: 'the temporary folder',
  remedy: 'Free some space, or set TMPDIR to a folder on a larger disk.',
  leastMib: 256,
  enoughMib: 2_048,
};
/** The speech model is written once. */
const MODELS: Need = {
  what: 'MODELS_DIR',
  remedy: 'Free some space, or set MODELS_DIR to a folder on a larger disk.',
  leastMib: 200,
  enoughMib: 1_024,
};

export const diskSpace: Check = {
  id: 'disk-space',
  async run({ config }) {
    const places = [
      { path: config.dataDir, need: DATA },
      { path: tmpdir(), need: TEMPORARY },
      { path: config.modelsDir, need: MODELS },
    ];
    const judged = await Promise.all(
      places.map(async ({ path, need }) => {
        const { folder } = await nearestFolder(path);
        const { bavail, bsize, files, ffree } = await statfs(folder);
        return judgeSpace(path, { freeBytes: bavail * bsize, files, freeFiles: ffree }, need);
      }),
    );
    return orGood(judged.flat(), 'The disks of DATA_DIR, MODELS_DIR and the temporary folder have room.');
  },
};

export function judgeSpace(path: string, { freeBytes, files, freeFiles }: Space, need: Need): Finding[] {
  const found: Finding[] = [];
  const freeMib = Math.floor(freeBytes / MIB);
  const seen = `The disk of ${need.what} (${path}) has ${freeMib.toLocaleString('en')} MB left.`;
  if (freeMib < need.leastMib) found.push(fault(seen, need.remedy));
  else if (freeMib < need.enoughMib) found.push(warning(seen, need.remedy));
  // Some file systems do not count them.
  if (files === 0) return found;
  const left = `The disk of ${need.what} (${path}) has room for ${freeFiles.toLocaleString('en')} more files (inodes).`;
  const remedy = `Find what fills it: df -i ${path}; du --inodes -d 2 ${path} | sort -n`;
  if (freeFiles < LEAST_FILES) found.push(fault(left, remedy));
  else if (freeFiles < ENOUGH_FILES) found.push(warning(left, remedy));
  return found;
}
