import { createClient, type VoxHumana } from '../../client/src/index.ts';
import { configPath, protectConfig, readConfig } from './config.ts';
import { type Connection, resolveConnection } from './connection.ts';
import { NotSignedIn } from './errors.ts';
import type { Globals } from './options.ts';
import { createOutput, type Output } from './terminal/output.ts';
import type { Stream } from './terminal/progress.ts';
import { fetchWithProgress } from './upload-progress.ts';

/** The command sees the process only through this, so that tests can replace it. */
export type System = {
  env: NodeJS.ProcessEnv;
  home: string;
  host: string;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: Stream;
  stderr: Stream;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
  /** Ctrl-C calls the handler instead, until it is released. It serves what Ctrl-C ends well, such as a recording. */
  captureInterrupt(handler: () => void): () => void;
};

export type Context = System & {
  output: Output;
  connection: Connection;
  configPath: string;
  /** Throws when there is no key. */
  readonly apiKey: string;
  readonly client: VoxHumana;
  /** This client has a session, for what a key may not do. Reading it throws when there is none. */
  readonly sessionClient: VoxHumana;
  /** Signing in needs a client without a key; `cookie` is that of a session. */
  anonymousClient(baseUrl: string, cookie?: string): VoxHumana;
  clientFor(baseUrl: string, apiKey: string): VoxHumana;
};

export function outputFor(system: System, globals: Partial<Globals>): Output {
  const { stdout, stderr, env } = system;
  const { json = false, quiet = false } = globals;
  return createOutput({ stdout, stderr, json, quiet, color: !env.NO_COLOR && env.TERM !== 'dumb' });
}

export async function createContext(system: System, globals: Globals, output: Output): Promise<Context> {
  const path = configPath(system.env, system.home);
  if (await protectConfig(path)) output.note(`${path} could be read by others. Now only you can read it.`);
  const asked = { profile: globals.profile, baseUrl: globals['base-url'] };
  const connection = await resolveConnection(asked, system.env, await readConfig(path));
  const open = (baseUrl: string, apiKey: string | null, headers: Record<string, string> = {}) =>
    createClient({
      baseUrl,
      apiKey,
      headers,
      logLevel: globals.verbose ? 'debug' : 'off',
      logger: loggerTo(output),
      ...(system.stderr.isTTY && { fetch: fetchWithProgress(output) }),
    });
  const withCookie = (baseUrl: string, cookie: string) =>
    // A change by a session has to come from the site itself.
    open(baseUrl, null, { cookie, origin: new URL(baseUrl).origin });
  return {
    ...system,
    output,
    connection,
    configPath: path,
    get apiKey() {
      return requireKey(connection);
    },
    get client() {
      return open(connection.baseUrl, requireKey(connection));
    },
    get sessionClient() {
      const { baseUrl, profile } = connection;
      requireProfile(connection);
      if (profile?.session) return withCookie(baseUrl, profile.session);
      throw new NotSignedIn('A key may not do this; it takes your password.', [
        'Sign in: vox login --email ADDRESS',
      ]);
    },
    clientFor: (baseUrl, apiKey) => open(baseUrl, apiKey),
    anonymousClient: (baseUrl, cookie) => (cookie ? withCookie(baseUrl, cookie) : open(baseUrl, null)),
  };
}

function requireKey(connection: Connection): string {
  requireProfile(connection);
  if (connection.apiKey) return connection.apiKey;
  throw new NotSignedIn(`No key for ${connection.baseUrl}.`, ['Sign in: vox login', 'Or set VOX_API_KEY.']);
}

function requireProfile({ isMissing, profileName }: Connection): void {
  if (!isMissing) return;
  throw new NotSignedIn(`There is no profile "${profileName}".`, [
    `Make it: vox login --profile ${profileName}`,
  ]);
}

function loggerTo(output: Output) {
  const log = (message: string, ...facts: unknown[]) =>
    output.note([message, ...facts].map(String).join(' '));
  return { debug: log, info: log, warn: log, error: log };
}
