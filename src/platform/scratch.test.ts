import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { removeLostScratch, withScratchFolder } from './scratch.ts';

const TWO_DAYS_MS = 2 * 24 * 3_600_000;
let parent: string;
describe('scratch folders', () => {
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'scratch-test-'));
  });
  afterEach(() => rm(parent, { recursive: true }));

  /** Makes a folder as a process of that number, on that machine, would have left it. */
  async function leftBy(pid: number | undefined, host = hostname()): Promise<string> {
    const name = `vox-scratch-${host}-${pid}-abcdef`;
    await mkdir(join(parent, name));
    await writeFile(join(parent, name, '0'), 'half an upload');
    return name;
  }

  async function exitedPid(): Promise<number | undefined> {
    const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
    await once(child, 'exit');
    return child.pid;
  }

  test('a scratch folder is removed after use, even after a failure', async () => {
    const folders: string[] = [];
    const fail = async (folder: string): Promise<never> => {
      folders.push(folder);
      await writeFile(join(folder, '0'), 'something');
      throw new Error('too loud');
    };
    await assert.rejects(withScratchFolder(fail), /too loud/u);
    assert.deepEqual(folders.map(existsSync), [false]);
  });

  test('what a killed process has left is removed at the next start, and what a living one uses is not', async () => {
    await leftBy(await exitedPid());
    const living = await leftBy(process.ppid);
    await removeLostScratch({ parent });
    assert.deepEqual(await readdir(parent), [living]);
  });

  test('a process with the recycled pid of a killed one removes its leftovers', async () => {
    await leftBy(process.pid);
    await removeLostScratch({ parent });
    assert.deepEqual(await readdir(parent), []);
  });

  test('leftovers of another machine are removed after a day, foreign files never', async () => {
    const foreign = await leftBy(await exitedPid(), 'elsewhere');
    await mkdir(join(parent, 'notes'));
    await removeLostScratch({ parent });
    assert.deepEqual((await readdir(parent)).sort(), ['notes', foreign].sort());
    await removeLostScratch({ parent, nowMs: Date.now() + TWO_DAYS_MS });
    assert.deepEqual(await readdir(parent), ['notes']);
  });
});
