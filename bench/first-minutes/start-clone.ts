import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from '../../web/tests/support/service.ts';

/** `./run` in a fresh clone, with nothing of this project's environment. Gives what it prints for newcomers. */
export async function startClone(folder: string) {
  const port = await freePort();
  const { HOME, PATH, FFMPEG_PATH } = process.env;
  const npmCache = process.env.FIRST_MINUTES_EMPTY_CACHE ? { npm_config_cache: `${folder}/.npm-cache` } : {};
  const child = spawn('./run', {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { HOME, PATH, ...(FFMPEG_PATH ? { FFMPEG_PATH } : {}), ...npmCache, PORT: String(port) },
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
