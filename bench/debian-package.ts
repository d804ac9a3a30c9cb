import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Files of a Debian package, under FOLDER/NAME; downloaded if missing. */
export async function unpackPackage(name: string, folder: string): Promise<string> {
  const target = join(folder, name);
  if (existsSync(target)) return target;
  await mkdir(folder, { recursive: true });
  await run('apt-get', ['download', name], { cwd: folder });
  const archive = (await readdir(folder)).find(
    (file) => file.startsWith(`${name}_`) && file.endsWith('.deb'),
  );
  if (!archive) throw new Error(`${name} could not be downloaded`);
  await run('dpkg-deb', ['-x', join(folder, archive), target]);
  return target;
}
