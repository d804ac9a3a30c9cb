import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandError } from './errors.ts';

/** A service and an account on it. */
export type Profile = {
  baseUrl: string;
  apiKey: string;
  /** The id of the key is known when `vox login` made it. */
  keyId?: string | undefined;
  email?: string | undefined;
  /** The session cookie, for what a key may not do. */
  session?: string | undefined;
};

export type Config = { profiles: Record<string, Profile> };

export const DEFAULT_PROFILE = 'default';

/** Follows the XDG base directory specification. */
export function configPath(env: NodeJS.ProcessEnv, home: string): string {
  const base = env.XDG_CONFIG_HOME || join(home, '.config');
  return join(base, 'vox-humana', 'config.json');
}

export async function readConfig(path: string): Promise<Config> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { profiles: {} };
    throw error;
  }
  try {
    const { profiles = {} } = JSON.parse(text) as Partial<Config>;
    return { profiles };
  } catch {
    throw new CommandError(`${path} is not valid JSON.`, 1, ['Mend it, or remove it and run: vox login']);
  }
}

/** Only the owner may read it. It is replaced as a whole, so that it is never half written. */
export async function writeConfig(path: string, config: Config): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, `${JSON.stringify(config, null, 2)}\n`, { mode: 0o600 });
  await rename(fresh, path);
}

/** Takes the rights of others away from a file that somebody copied here. True if there were any. */
export async function protectConfig(path: string): Promise<boolean> {
  if (process.platform === 'win32') return false;
  const found = await stat(path).catch(() => null);
  if (!found || (found.mode & 0o077) === 0) return false;
  await chmod(path, 0o600);
  return true;
}
