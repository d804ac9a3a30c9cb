/**
 * npm run bench:sound -- [--calls 3]
 *
 * The real engines behind POST /api/v1/music and POST /api/v1/sfx, for one and four callers at once. Every order has its own
 * seed, so that no answer comes from a cache.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { createClient } from '../../scripts/running-service/client.ts';
import { startService } from '../../scripts/running-service/service-process.ts';
import { callTogether, makeSound, type Order } from './callers.ts';
import { type SoundUsage, withSoundUsage } from './usage.ts';

type Bench = {
  name: string;
  engine: string;
  path: string;
  seconds: number;
  prompts: readonly string[];
  rounds: number;
};
type Run = Awaited<ReturnType<typeof callTogether>>;

const { values } = parseArgs({ options: { calls: { type: 'string', default: '3' } } });
const calls = Number(values.calls);
const BENCHES: readonly Bench[] = [
  {
    name: 'music, 20 s',
    engine: 'music',
    path: '/api/v1/music',
    seconds: 20,
    prompts: ['calm lo-fi with piano', 'dark cinematic strings', 'fast drum and bass'],
    rounds: calls,
  },
  {
    name: 'effects, 1 s',
    engine: 'sound-effects',
    path: '/api/v1/sfx',
    seconds: 1,
    prompts: ['three knocks on a wooden door', 'glass breaking', 'car horn', 'footsteps on gravel'],
    rounds: 4 * calls,
  },
  {
    name: 'effects, 10 s',
    engine: 'sound-effects',
    path: '/api/v1/sfx',
    seconds: 10,
    prompts: ['thunder over heavy rain, far away', 'ocean waves', 'applause in a hall', 'campfire'],
    rounds: 2 * calls,
  },
];
const CALLERS = [1, 4];
const MIB = 1024 ** 2;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
let seed = 0;

// Exiting stops the service; a signal alone would leave it running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dataDir = await mkdtemp(join('data', 'bench-'));
const service = await startService({ dataDir, speechProcesses: 1, withoutCache: true });
const client = createClient(service.url, 2);
const accounts = await Promise.all(Array.from({ length: Math.max(...CALLERS) }, () => client.signUp()));
const [first] = accounts;
if (!first) throw new Error('no account');

print(describeMachine());
print('');
print(
  '| sound | callers | made | sound s per s | × one caller | p50 s | slowest s | engine CPU s per sound s | service CPU s per sound s | engine RSS MiB | service RSS MiB |',
);
print('|---|---|---|---|---|---|---|---|---|---|---|');
for (const bench of BENCHES) {
  // Starts the engine and loads what it needs.
  for (const order of ordersOf(bench).slice(0, 2)) await makeSound(service.url, first, order);
  let alone: number | undefined;
  for (const count of CALLERS) {
    const work = () => callTogether(service.url, accounts.slice(0, count), () => ordersOf(bench));
    const { result, usage } = await withSoundUsage(service, bench.engine, work);
    const rate = soundSecondsOf(result) / result.elapsedSeconds;
    alone ??= rate;
    print(row(bench.name, count, result, usage, rate / alone));
  }
}
print('');
print(describeMachine());
await client.close();
await service.stop();
await rm(dataDir, { recursive: true, force: true });

function ordersOf({ path, seconds, prompts, rounds }: Bench): Order[] {
  return Array.from({ length: rounds }, (_, round) => {
    seed += 1;
    const prompt = prompts[round % prompts.length] ?? '';
    return { path, body: { prompt, seconds, seed } };
  });
}

function soundSecondsOf({ timed }: Run): number {
  return timed.reduce((sum, { soundSeconds }) => sum + soundSeconds, 0);
}

function row(name: string, callers: number, run: Run, usage: SoundUsage, ratio: number): string {
  const sound = soundSecondsOf(run);
  const took = run.timed.map(({ tookSeconds }) => tookSeconds);
  const cells = [
    name,
    callers,
    run.timed.length,
    (sound / run.elapsedSeconds).toFixed(1),
    ratio.toFixed(2),
    quantile(took, 0.5).toFixed(2),
    Math.max(...took).toFixed(2),
    (usage.engineCpuSeconds / sound).toFixed(3),
    (usage.serviceCpuSeconds / sound).toFixed(3),
    (usage.peakEngineRssBytes / MIB).toFixed(0),
    (usage.peakServiceRssBytes / MIB).toFixed(0),
  ];
  return `| ${cells.join(' | ')} |`;
}
