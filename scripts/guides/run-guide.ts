import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Block } from './read-guide.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLIENT = join(ROOT, 'packages/client/src');
/** A guide that waits for what never comes. */
const LONGEST_MS = 240_000;

export type Runtime = { server: string; key: string; python: string | null; bin: string };

/** Runs the blocks in order, in one shell, so that a variable of one is known to the next. Returns what was printed. */
export async function runBlocks(blocks: readonly Block[], folder: string, runtime: Runtime): Promise<string> {
  await linkClient(folder);
  const script = ['set -euo pipefail'];
  for (const { language, text: source, line } of blocks) {
    script.push(`echo "── line ${line}"`);
    if (language === 'sh') script.push(source);
    else if (language === 'ts') script.push(`node ${await save(folder, `line-${line}.ts`, source)}`);
    else script.push(`${runtime.python} ${await save(folder, `line-${line}.py`, source)}`);
  }
  const { server, key, bin } = runtime;
  const env = { SERVER: server, KEY: key, VOX_BASE_URL: server, VOX_API_KEY: key };
  const shell = spawn('bash', ['-c', script.join('\n')], {
    cwd: folder,
    env: { ...process.env, ...env, HOME: folder, PATH: `${bin}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: LONGEST_MS,
  });
  const [[code], printed, complaints] = await Promise.all([
    once(shell, 'close'),
    text(shell.stdout),
    text(shell.stderr),
  ]);
  if (code !== 0)
    throw new Error(`It ended with ${code}.\n${printed.slice(-2_000)}\n${complaints.slice(-2_000)}`);
  return printed;
}

async function save(folder: string, name: string, source: string): Promise<string> {
  await writeFile(join(folder, name), source);
  return name;
}

/** `@vox-humana/client`, as if it were installed. */
async function linkClient(folder: string): Promise<void> {
  const place = join(folder, 'node_modules/@vox-humana/client');
  await mkdir(place, { recursive: true });
  await symlink(CLIENT, join(place, 'src'));
  const manifest = { name: '@vox-humana/client', type: 'module', exports: { '.': './src/index.ts' } };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
}

/** A folder with `vox`, `node`, and `jq` where the machine has none. */
export async function makeBin(bin: string, hasJq: boolean): Promise<void> {
  await mkdir(bin, { recursive: true });
  const programs: Record<string, string> = {
    vox: `exec ${process.execPath} ${join(ROOT, 'packages/cli/src/main.ts')} "$@"`,
    node: `exec ${process.execPath} "$@"`,
    ...(!hasJq && { jq: `exec ${process.execPath} ${join(import.meta.dirname, 'jq.ts')} "$@"` }),
  };
  for (const [name, line] of Object.entries(programs)) {
    await writeFile(join(bin, name), `#!/usr/bin/env bash\n${line}\n`);
    await chmod(join(bin, name), 0o755);
  }
}
