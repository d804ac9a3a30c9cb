import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, DEFAULT_PROFILE, type Profile } from './config.ts';
import { UsageError } from './errors.ts';

export type Connection = {
  baseUrl: string;
  apiKey: string | null;
  profileName: string;
  /** Null when it is not used for this service. */
  profile: Profile | null;
  /** A profile was named that does not exist. `vox login` makes it. */
  isMissing: boolean;
};

type Asked = { profile?: string | undefined; baseUrl?: string | undefined };

const DEFAULT_URL = 'http://127.0.0.1:8080';

/**
 * Decides which service to call, and with which key. The key of a profile is only sent to the service of that profile,
 * and the demo key only to this machine.
 */
export async function resolveConnection(
  asked: Asked,
  env: NodeJS.ProcessEnv,
  config: Config,
): Promise<Connection> {
  const profileName = asked.profile || env.VOX_PROFILE || DEFAULT_PROFILE;
  const stored = config.profiles[profileName] ?? null;
  const isMissing = !stored && Boolean(asked.profile || env.VOX_PROFILE);
  const given = asked.baseUrl || env.VOX_BASE_URL;
  const local = stored ? null : await readLocalService(env.VOX_LOCAL_DATA);
  const baseUrl = checkedUrl(given || stored?.baseUrl || local?.url || DEFAULT_URL);
  const profile = stored && originOf(stored.baseUrl) === originOf(baseUrl) ? stored : null;
  const demoKey = local && isLoopback(baseUrl) ? local.key : null;
  const apiKey = env.VOX_API_KEY || profile?.apiKey || demoKey;
  return { baseUrl, profileName, profile, isMissing, apiKey };
}

function checkedUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new UsageError(`"${text}" is not the address of a service.`, ['Example: http://127.0.0.1:8080']);
  return text.replace(/\/+$/, '');
}

function originOf(url: string): string {
  return new URL(url).origin;
}

function isLoopback(url: string): boolean {
  const { hostname } = new URL(url);
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.');
}

/** Reads what `./run` leaves in its data folder. `./vox` names the folder. */
async function readLocalService(dataDir: string | undefined) {
  if (!dataDir) return null;
  const [key, url] = await Promise.all(
    ['demo-key', 'local-url'].map((name) => readFile(join(dataDir, name), 'utf8').catch(() => null)),
  );
  return { key: key?.trim() || null, url: url?.trim() || null };
}
