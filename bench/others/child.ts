/** One contender in its own process. */
import { writeFile } from 'node:fs/promises';
import { cpuSecondsWithEnded } from '../../scripts/measure/cpu-time.ts';
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

const options: Options = JSON.parse(process.argv[2] ?? '{}');
const beganMs = performance.now();
const contender = await openContender(options);
process.send?.({ loadSeconds: (performance.now() - beganMs) / 1_000 } satisfies Ready);

process.on('message', async (text: string) => {
  const before = cpuSecondsWithEnded(process.pid);
  const { samples, ...times } = await contender.speak(text);
  const spent = cpuSecondsWithEnded(process.pid) - before;
  const samplesFile = `${options.folder}/${options.name}.f32`;
  await writeFile(samplesFile, new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength));
  const peakBytes = process.resourceUsage().maxRSS * 1_024;
  process.send?.({ samplesFile, ...times, cpuSeconds: spent, peakBytes } satisfies Said);
});
process.once('disconnect', () => process.exit());
