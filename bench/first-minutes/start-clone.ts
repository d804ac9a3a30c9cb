import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../web/tests/support/service.ts';

/** `./run` in a fresh clone. Gives what it prints for newcomers. */
export async function startClone(folder: string) {
  const port = await freePort();
  const child = spawn('./run', {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...newcomersEnvironment(folder), PORT: String(port) },
  });
  const curl = await printedCurl(child);
  return {
    url: `http://127.0.0.1:${port}`,
    curl,
    file: /-o (\S+)/.exec(curl)?.[1] ?? '',
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Removes what a developer of this project has: its Node, its data, its caches. */
function newcomersEnvironment(folder: string): NodeJS.ProcessEnv {
  const { PATH = '', DATA_DIR, MODELS_DIR, DATABASE_URL, NODE_COMPILE_CACHE, ...rest } = process.env;
  const path = PATH.split(':').filter((entry) => !entry.includes('node_modules'));
  const npmCache = process.env.FIRST_MINUTES_EMPTY_CACHE ? { npm_config_cache: `${folder}/.npm-cache` } : {};
  return { ...rest, ...npmCache, PATH: path.join(':') };
}

/** Printed when everything is ready. */
function printedCurl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer): void => {
      output += String(chunk);
      const [curl] = /curl .*? -o \S+\n/.exec(output) ?? [];
      if (curl) resolve(curl);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => reject(new Error(`./run ended:\n${output}`)));
  });
}
