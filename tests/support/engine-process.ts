import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';

/** The child of this process that runs the engine of this folder, such as `music`. Linux only. */
export function engineProcess(folder: string): number {
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/u.test(name)) return false;
    try {
      const parent = /^PPid:\s+(\d+)$/mu.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1];
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return Number(parent) === process.pid && command.includes(`/engines/${folder}/process.ts`);
    } catch {
      return false; // It ended while it was looked at.
    }
  });
  assert.equal(children.length, 1);
  return Number(children[0]);
}
