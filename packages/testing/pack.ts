import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

export const run = promisify(execFile);
export const ROOT = join(import.meta.dirname, '../..');
export const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

/** Builds and packs a package as its publisher would. The types were checked elsewhere. */
export async function pack(name: 'client' | 'cli', folder: string): Promise<string> {
  const home = join(ROOT, 'packages', name);
  const source = join(folder, `${name}-source`);
  await mkdir(source);
  const config = ['-p', join(home, 'tsconfig.json'), '--noCheck', '--outDir', join(source, 'dist')];
  await run(process.execPath, [TSC, ...config]);
  for (const file of ['package.json', 'README.md']) await cp(join(home, file), join(source, file));
  const packing = ['pack', '--silent', '--pack-destination', folder];
  const { stdout } = await run('npm', packing, { cwd: source, env: offline(folder) });
  return join(folder, stdout.trim());
}

/** Installs tarballs into a new program, without a network. */
export async function install(folder: string, tarballs: readonly string[]): Promise<string> {
  const app = join(folder, 'app');
  await mkdir(app);
  await writeFile(join(app, 'package.json'), '{ "private": true, "type": "module" }');
  const quietly = ['install', '--no-audit', '--no-fund'];
  await run('npm', [...quietly, ...tarballs], { cwd: app, env: offline(folder) });
  return app;
}

function offline(folder: string): NodeJS.ProcessEnv {
  return { ...process.env, npm_config_cache: join(folder, 'cache'), npm_config_offline: 'true' };
}

export async function versionOf(folder: string): Promise<string> {
  return JSON.parse(await readFile(join(ROOT, folder, 'package.json'), 'utf8')).version;
}
