/**
 * Measures what the sandbox of ffmpeg costs a call: the same reading with and without it, by turns:
 * `npm run bench:sandbox [-- --rounds 20]`. It takes wall time, because nobody is told the CPU time of a process that ends in another
 * namespace; the least of all rounds, because the machine may be busy.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { encodeWav } from '../../engines/codec/index.ts';
import { createDecoder, createProbe, type FfmpegTools } from '../../engines/ffmpeg/index.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { openMediaTools } from '../../src/main/open-media-tools.ts';
import { silentLog } from '../../src/platform/log.ts';
import { withScratchFolder } from '../../src/platform/scratch.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const { tools } = await openMediaTools({}, silentLog);
if (!tools.sandbox) throw new Error('this system allows no sandbox');
const MODES: Record<string, FfmpegTools> = { without: { ...tools, sandbox: null }, with: tools };
const CALLS: Record<string, (tools: FfmpegTools, file: string) => Promise<unknown>> = {
  'decode 6 s of WAV': (given, file) => createDecoder(given)(file, { maxSeconds: 60 }),
  'probe 6 s of WAV': (given, file) => createProbe(given)(file, { maxSeconds: 60 }),
};

console.log(describeMachine());
console.log('| call | without, ms | with, ms | ratio |\n|---|---|---|---|');
await withScratchFolder(async (folder) => {
  const file = join(folder, 'sound.wav');
  const sine = Float32Array.from({ length: 6 * 48_000 }, (_, i) => 0.3 * Math.sin(i / 20));
  await writeFile(file, encodeWav([sine], 48_000));
  for (const [name, call] of Object.entries(CALLS)) {
    const least: Record<string, number> = {};
    for (let round = 0; round < Number(values.rounds); round += 1)
      for (const [mode, given] of Object.entries(MODES)) {
        const begin = performance.now();
        await call(given, file);
        least[mode] = Math.min(least[mode] ?? Number.POSITIVE_INFINITY, performance.now() - begin);
      }
    const without = least.without ?? 0;
    const within = least.with ?? 0;
    console.log(
      `| ${name} | ${without.toFixed(0)} | ${within.toFixed(0)} | ${(within / without).toFixed(2)} |`,
    );
  }
});
