import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs the lines in a process that has no file descriptor left when it comes to `await failure(…)`. */
async function withoutDescriptors(...lines: string[]): Promise<string> {
  const program = [
    `import { closeSync, openSync } from 'node:fs';`,
    `async function failure(start) {
      const held = [];
      try {
        for (;;) held.push(openSync('/dev/null'));
      } catch (error) {
        if (error.code !== 'EMFILE') throw error;
      }
      const error = await Promise.try(start).then(() => 'none', String);
      await new Promise(setImmediate);
      held.forEach(closeSync);
      console.log(error);
    }`,
    ...lines,
  ].join('\n');
  // Descriptors of a loaded Node are below that, and filling them up is quick.
  const script = 'ulimit -n 80; exec "$0" --input-type=module -e "$1"';
  const { stdout } = await run('sh', ['-c', script, process.execPath, program]);
  return stdout.trim();
}

const here = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

describe('a process without file descriptors', () => {
  test('is told that ffmpeg could not be started, and goes on', async () => {
    const tools = '{ ffmpeg: process.execPath, prlimit: null, sandbox: null }';
    for (const input of ['ignore', 'pipe']) {
      const options = `{ limits: { cpuSeconds: 1, memoryMib: 100 }, input: '${input}' }`;
      const told = await withoutDescriptors(
        `import { startFfmpeg } from ${here('./ffmpeg/start-ffmpeg.ts')};`,
        `await failure(() => startFfmpeg(${tools}, [], ${options}).exited);`,
      );
      assert.match(told, /^Error: spawn .* EMFILE$/u);
    }
  });

  test('is told that a translator could not be started, and goes on', async () => {
    const told = await withoutDescriptors(
      `import { runBounded } from ${here('./translation/run-bounded.ts')};`,
      `await failure(() => runBounded(process.execPath, [], { timeoutMs: 60_000 }));`,
    );
    assert.match(told, /^Error: spawn .* EMFILE$/u);
  });
});
