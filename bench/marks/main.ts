/**
 * [scripts/with-postgres.sh] npm run bench:marks -- [--pairs 12] [--turns 6]
 *
 * What the mark in speech costs: two services side by side, one of them with `WATERMARK=off`, are asked by turns, so that whatever else the machine
 * does meets both alike. First audio of a stream over HTTP and of an agent on its live socket; CPU and memory of the service with all its
 * processes. Differences are those of pairs.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { openChatServer } from '../../engines/language-model/testing/chat-server.ts';
import { sayingInPieces } from '../../engines/language-model/testing/streaming.ts';
import { cpuSecondsOf } from '../../scripts/measure/cpu-time.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { type Account, createClient } from '../../scripts/running-service/client.ts';
import { openAgent } from '../../scripts/running-service/open-agent.ts';
import { type ServiceProcess, startService } from '../../scripts/running-service/service-process.ts';
import { openEmptyDatabase } from '../../src/platform/database/testing.ts';
import { type LiveCaller, openLiveCaller } from '../../tests/support/live-caller.ts';
import { recordedLines } from '../agent/lines.ts';
import { takeTurn } from '../agent/measure-call.ts';
import { rssBytesOf } from '../speech/resources.ts';
import { listen } from '../stream/listen.ts';
import { textOf } from '../stream/texts.ts';

const LENGTHS = [20, 200] as const;
const WARM_UPS = 2;
const MIB = 1024 ** 2;
const REPLY = 'We are open every day from nine in the morning until ten in the evening.';

type Side = { service: ServiceProcess; account: Account; caller: LiveCaller; drop(): Promise<void> };
type Sides = { marked: Side; unmarked: Side };
type Figures = Record<keyof Sides, number[]>;

const { values } = parseArgs({
  options: { pairs: { type: 'string', default: '12' }, turns: { type: 'string', default: '6' } },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);

// Exiting stops the services; a signal alone would leave them running.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const dataDir = await mkdtemp(join('data', 'bench-'));
const chat = await openChatServer();
chat.answer = sayingInPieces(...REPLY.split(/(?<= )/));
const [marked, unmarked] = await Promise.all([open('on'), open('off')]);
const sides: Sides = { marked, unmarked };
const lines = await recordedLines();

print(describeMachine());
print(
  '\n| median of the pairs | marked | unmarked | difference | of half the pairs |\n|---|---|---|---|---|',
);
for (const length of LENGTHS) {
  const firstMs: Figures = { marked: [], unmarked: [] };
  const cpu: Figures = { marked: [], unmarked: [] };
  const cpuOfCallMs: Figures = { marked: [], unmarked: [] };
  await inPairs(Number(values.pairs), WARM_UPS, async (side, name, isCounted) => {
    const pids = await pidsOf(side.service);
    const before = cpuSecondsOf(pids);
    const { firstAudioSeconds, audioSeconds } = await listen(side.service.url, side.account, textOf(length));
    const cpuSeconds = cpuSecondsOf(pids) - before;
    if (!isCounted) return;
    firstMs[name].push(1_000 * firstAudioSeconds);
    cpu[name].push(cpuSeconds / audioSeconds);
    cpuOfCallMs[name].push(1_000 * cpuSeconds);
  });
  row(`stream, ${length} characters: first audio, ms`, firstMs, 0);
  row(`stream, ${length} characters: CPU-ms of the whole call, mean`, cpuOfCallMs, 0, meanOf);
  row(`stream, ${length} characters: CPU-s per second of sound, mean`, cpu, 3, meanOf);
}
const firstSoundMs: Figures = { marked: [], unmarked: [] };
await inPairs(Number(values.turns), 1, async ({ caller }, name, isCounted, index) => {
  const { spoke } = await takeTurn(caller, lines[index % lines.length] ?? new Float32Array());
  if (isCounted) firstSoundMs[name].push(spoke);
});
row('live socket: first clause to first sound, ms', firstSoundMs, 0);
for (const kind of ['kokoro', '']) {
  const rss = async ({ service }: Side): Promise<number[]> => [
    (await rssBytesOf(await pidsOf(service, kind))) / MIB,
  ];
  row(
    kind ? 'speech process, MiB' : 'service and all its processes, MiB',
    { marked: await rss(sides.marked), unmarked: await rss(sides.unmarked) },
    0,
  );
}
print('');
print(describeMachine());
for (const { service, caller, drop } of Object.values(sides)) {
  caller.send({ type: 'end' });
  await service.stop();
  await drop();
}
await chat.close();
await rm(dataDir, { recursive: true, force: true });

async function open(watermark: 'on' | 'off'): Promise<Side> {
  const settings = { LLM_BASE_URL: chat.baseUrl, LLM_MODEL: 'tiny', WATERMARK: watermark };
  const adminUrl = process.env.TEST_DATABASE_URL;
  const database = adminUrl ? await openEmptyDatabase(adminUrl) : null;
  const service = await startService({
    dataDir: join(dataDir, watermark),
    databaseUrl: database?.url,
    withoutCache: true,
    settings,
  });
  const client = createClient(service.url, 2);
  const account = await signUp(client);
  await client.close();
  const agentId = await openAgent(service.url, account);
  const caller = await openLiveCaller({ url: service.url, key: account.key, agentId });
  return { service, account, caller, drop: async () => database?.drop() };
}

/** A busy machine takes long to hash a password, and lets nobody else in meanwhile. */
async function signUp(client: ReturnType<typeof createClient>): Promise<Account> {
  for (let tries = 0; tries < 30; tries += 1)
    try {
      return await client.signUp();
    } catch (error) {
      if (!String(error).includes('"busy"')) throw error;
      await sleep(2_000);
    }
  throw new Error('the service was busy for a minute');
}

/** Each pair begins with the other side. */
async function inPairs(
  pairs: number,
  warmUps: number,
  work: (side: Side, name: keyof Sides, isCounted: boolean, index: number) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < pairs + warmUps; index += 1) {
    const names = index % 2 === 0 ? (['marked', 'unmarked'] as const) : (['unmarked', 'marked'] as const);
    for (const name of names) await work(sides[name], name, index >= warmUps, index);
  }
}

async function pidsOf(service: ServiceProcess, kind = ''): Promise<number[]> {
  const children = (await service.children()).filter(({ command }) => command.includes(kind));
  return [...(kind ? [] : [service.pid]), ...children.map(({ pid }) => pid)];
}

function row(name: string, { marked, unmarked }: Figures, digits: number, middle = medianOf): void {
  const differences = marked.map((value, i) => value - (unmarked[i] ?? Number.NaN));
  const cells = [marked, unmarked, differences].map((list) => middle(list).toFixed(digits));
  const half = [0.25, 0.75].map((share) => quantile(differences, share).toFixed(digits));
  print(`| ${[name, ...cells, half.join(' to ')].join(' | ')} |`);
}

function medianOf(list: number[]): number {
  return quantile(list, 0.5);
}

/** Processor time is counted in steps of ten milliseconds, which a mean evens out. */
function meanOf(list: number[]): number {
  return list.reduce((sum, value) => sum + value, 0) / list.length;
}
