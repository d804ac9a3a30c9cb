/**
 * npm run bench:speech -- [--calls 4] [--callers 1,2,4] [--processes N]
 *
 * The real engine behind POST /api/v1/tts, for so many callers at once. How speech grows with the cores:
 * `for n in 1 2 4 8 16; do taskset -c 0-$((n-1)) npm run bench:speech -- --callers $((n+1)); done`
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { callTogether, speak, type TimedCall } from './callers.ts';
import { type Usage, withUsage } from './resources.ts';

const FIRST_SENTENCE = 'The rain had stopped by the time we reached the harbour.';
const TEXT = `${FIRST_SENTENCE} Boats lay in rows along the quay, and the smell of salt and diesel hung over everything. Nobody spoke for a while. Then my brother pointed at the lighthouse, laughed, and said that he had once been certain it was a castle.`;
const MIB = 1024 ** 2;

const { values } = parseArgs({
  options: {
    calls: { type: 'string', default: '4' },
    callers: { type: 'string', default: '1,2,4' },
    processes: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const callers = values.callers.split(',').map(Number);
const texts = Array.from({ length: Number(values.calls) }, () => TEXT);

// Exiting stops the service; a signal alone would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dataDir = await mkdtemp(join('data', 'bench-'));
const speechProcesses = values.processes === undefined ? undefined : Number(values.processes);
const service = await startService({ dataDir, speechProcesses, withoutCache: true });
const client = createClient(service.url, 2);
const accounts = await Promise.all(Array.from({ length: Math.max(...callers) }, () => client.signUp()));
const [first] = accounts;
if (!first) throw new Error('no account');
await callTogether(service.url, accounts, [FIRST_SENTENCE]);

print(describeMachine());
const alone: TimedCall[] = [];
for (let index = 0; index < 7; index += 1) alone.push(await speak(service.url, first, FIRST_SENTENCE));
const median = quantile(
  alone.map(({ tookSeconds }) => tookSeconds),
  0.5,
);
print(
  `first sentence (${FIRST_SENTENCE.length} characters, ${alone[0]?.audioSeconds.toFixed(2)} s of audio): median ${median.toFixed(2)} s`,
);
print('');
print(
  '| callers | audio s | audio s per s | × real time, machine | × real time, one call (p50) | CPU s per audio s | RSS MiB | audio s per s and GB |',
);
print('|---|---|---|---|---|---|---|---|');
for (const count of callers) {
  const work = () => callTogether(service.url, accounts.slice(0, count), texts);
  const { result, usage } = await withUsage(service, work);
  print(row(count, result, usage));
}
print('');
print(describeMachine());
await client.close();
await service.stop();
await rm(dataDir, { recursive: true, force: true });

function row(count: number, run: Awaited<ReturnType<typeof callTogether>>, usage: Usage): string {
  const audio = run.timed.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0);
  const perCall = run.timed.map(({ tookSeconds, audioSeconds }) => tookSeconds / audioSeconds);
  const cells = [
    count,
    audio.toFixed(1),
    (audio / run.elapsedSeconds).toFixed(2),
    (run.elapsedSeconds / audio).toFixed(2),
    quantile(perCall, 0.5).toFixed(2),
    (usage.cpuSeconds / audio).toFixed(2),
    (usage.peakRssBytes / MIB).toFixed(0),
    (audio / run.elapsedSeconds / (usage.peakRssBytes / 1e9)).toFixed(1),
  ];
  return `| ${cells.join(' | ')} |`;
}
