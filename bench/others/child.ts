/** One contender in its own process. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { type Options, openContender } from './open-contender.ts';

export type Ready = { loadSeconds: number };
export type Said = {
  samplesFile: string;
  sampleRate: number;
  firstSeconds: number;
  tookSeconds: number;
  cpuSeconds: number;
  peakBytes: number;
};

const TICKS_PER_SECOND = 100;

/** With the programs that this process has started and that have ended. */
function cpuSeconds(): number {
  const stat = readFileSync('/proc/self/stat', 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

const options: Options = JSON.parse(process.argv[2] ?? '{}');
const beganMs = performance.now();
const contender = await openContender(options);
process.send?.({ loadSeconds: (performance.now() - beganMs) / 1_000 } satisfies Ready);

process.on('message', async (text: string) => {
  const before = cpuSeconds();
  const { samples, ...times } = await contender.speak(text);
  const spent = cpuSeconds() - before;
  const samplesFile = `${options.folder}/${options.name}.f32`;
  await writeFile(samplesFile, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const peakBytes = process.resourceUsage().maxRSS * 1_024;
  process.send?.({ samplesFile, ...times, cpuSeconds: spent, peakBytes } satisfies Said);
});
process.once('disconnect', () => process.exit());
