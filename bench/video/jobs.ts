/**
 * npm run bench:films -- [--against FOLDER] [--sentences 6] [--rounds 2] [--only preset,portrait,clip] [--keep FOLDER]
 *
 * Orders films from the whole service over HTTP and tells how long each takes from the order until it can be fetched, and
 * when each step of it began and ended. With `--against`, another checkout makes the same film right before. The first round finds cold engines.
 */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { findFfmpeg } from '../../engines/ffmpeg/index.ts';
import { cpuSecondsWithEnded } from '../../scripts/measure/cpu-time.ts';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { childrenOf } from '../../scripts/running-service/processes.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { loadSecrets, parseConfig } from '../../src/platform/config/index.ts';
import { sql } from '../../src/platform/database/index.ts';
import { openTestDatabase } from '../../src/platform/database/testing.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openOtlpReceiver, type ReceivedSpan } from '../../src/platform/otlp/testing/otlp-receiver.ts';
import { createDiskStorage } from '../../src/platform/storage/index.ts';
import { until } from '../../src/platform/testing/until.ts';
import { traceInto } from '../../src/platform/tracing/testing/trace-into.ts';
import { uploads } from './uploads.ts';

/** Five seconds each. */
const SENTENCES = [
  'The rain had stopped by the time we reached the harbour, and the boats lay in rows along the quay.',
  'The smell of salt and diesel hung over everything, and nobody spoke for quite a while.',
  'Then my brother pointed at the lighthouse, laughed, and said that it must have been a castle.',
];
const NS_PER_MS = 1_000_000n;

const { values } = parseArgs({
  options: {
    against: { type: 'string' },
    sentences: { type: 'string', default: '6' },
    rounds: { type: 'string', default: '2' },
    only: { type: 'string', default: 'preset,portrait,clip' },
    keep: { type: 'string' },
  },
});
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { modelsDir, dataDir, ffmpegPath } = parseConfig(process.env);
await mkdir(dataDir, { recursive: true });
const folder = await mkdtemp(join(dataDir, 'bench-jobs-'));
const ffmpeg = (await findFfmpeg(ffmpegPath, process.env)) ?? '';
const media = await uploads(ffmpeg, folder);
const receiver = await openOtlpReceiver();
const services = [await openService('', '.')];
if (values.against) services.unshift(await openService('before: ', values.against));

print(describeMachine());
print('\n| film | s | took s | CPU s | steps, in s from the order |\n|---|---|---|---|---|');
for (let round = 0; round < Number(values.rounds); round += 1)
  for (const kind of values.only.split(',') as Parameters<typeof film>[1][])
    for (const service of services) await film(service, kind, round);
print('');
print(describeMachine());
for (const { close } of services) await close();
await receiver.close();
await rm(folder, { recursive: true });

type Service = Awaited<ReturnType<typeof openService>>;

/** One in this process, with its engines in processes of their own. */
async function openService(name: string, checkout: string) {
  const at = (path: string) => import(resolve(checkout, path));
  const { openEngines } = (await at(
    'src/main/open-engines.ts',
  )) as typeof import('../../src/main/open-engines.ts');
  const { createService } = (await at('src/main/service.ts')) as typeof import('../../src/main/service.ts');
  const own = await mkdtemp(join(folder, 'service-'));
  const config = parseConfig({ DATA_DIR: own, MODELS_DIR: modelsDir, PUBLIC_URL: 'http://localhost' });
  const { closeEngines, ...engines } = await openEngines(config, silentLog);
  const database = await openTestDatabase();
  const storage = await createDiskStorage({ dataDir: own });
  const tracing = await traceInto(receiver, 'server', { everyMs: 200 });
  const ground = { config, secrets: loadSecrets(config), log: silentLog, clock: systemClock };
  const service = await createService({ ...ground, database, storage, tracing, ...engines });
  const base = await service.app.listen({ host: '127.0.0.1', port: 0 });
  await engines.speech.warm();
  const account = { action: 'signup', email: 'bench@example.com', password: 'correct horse battery 7' };
  const { api_key: key } = (await call(base, '/api/auth', account)) as { api_key: string };
  await sql`UPDATE accounts SET plan = 'starter'`.execute(database.db);
  const close = async () => {
    await service.close();
    await closeEngines();
    await tracing.close();
    await database.close();
  };
  return { name, base, key, assets: new Map<string, Promise<string>>(), close };
}

async function call(base: string, path: string, body?: object, key = ''): Promise<unknown> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  const response = await fetch(base + path, init);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
  return JSON.parse(text);
}

async function upload({ base, key }: Service, path: string): Promise<string> {
  const body = new FormData();
  body.append('file', new Blob([await readFile(path)]), path);
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${base}/api/v1/assets`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

async function film(service: Service, kind: 'preset' | 'portrait' | 'clip', round: number): Promise<void> {
  const { base, key, name, assets } = service;
  const picture = kind === 'portrait' ? media.portrait : media.looped;
  if (kind !== 'preset' && 'path' in picture && !assets.has(kind))
    assets.set(kind, upload(service, picture.path));
  const avatar = kind === 'preset' ? {} : { avatar_id: await assets.get(kind), consent: true };
  const lines = Array.from({ length: Number(values.sentences) }, (_, i) => SENTENCES[i % SENTENCES.length]);
  const text = `Take ${round + 1}. ${lines.join(' ')}`;
  receiver.spans.length = 0;
  const before = await cpuSeconds();
  const startedAt = BigInt(Date.now()) * NS_PER_MS;
  const { poll } = (await call(base, '/api/v1/avatar', { text, ...avatar }, key)) as { poll: string };
  type Job = Record<'status' | 'error' | 'output_url', string> &
    Record<'duration_seconds' | 'width' | 'height', number>;
  // Asking whether it is done would come up to a quarter later, and too often for the limit of the rate.
  const spanOf = (wanted: string) => receiver.spans.find((span) => span.name === wanted);
  await until(() => spanOf('job video'), Boolean, 600_000);
  const job = (await call(base, poll, undefined, key)) as Job;
  if (job.status !== 'completed') throw new Error(job.error);
  const cpu = await cpuSecondsSince(before);
  if (values.keep) {
    const { pathname, search } = new URL(job.output_url);
    const bytes = Buffer.from(await (await fetch(base + pathname + search)).arrayBuffer());
    await writeFile(join(values.keep, `${name ? 'before' : 'after'}-${kind}-${round}.mp4`), bytes);
  }
  const took = Number(BigInt(spanOf('job.complete')?.endTimeUnixNano ?? 0) - startedAt) / 1e9;
  const { width, height, duration_seconds: seconds } = job;
  const film = `${name}${kind}, ${width} x ${height}, round ${round + 1}`;
  const cells = [film, seconds.toFixed(1), took.toFixed(2)];
  print(`| ${[...cells, cpu.toFixed(1), steps(receiver.spans, startedAt)].join(' | ')} |`);
}

function steps(spans: readonly ReceivedSpan[], startedAt: bigint): string {
  const at = (time: string): string => (Number(BigInt(time) - startedAt) / 1e9).toFixed(2);
  return spans
    .filter(({ name }) => /^(job|engine)/.test(name))
    .toSorted((one, other) => Number(BigInt(one.startTimeUnixNano) - BigInt(other.startTimeUnixNano)))
    .map(
      ({ name, startTimeUnixNano, endTimeUnixNano }) =>
        `${name} ${at(startTimeUnixNano)}–${at(endTimeUnixNano)}`,
    )
    .join('; ');
}

/** Of this process and its engines, with their ffmpegs. */
async function cpuSeconds(): Promise<Map<number, number>> {
  const { user, system } = process.cpuUsage();
  const engines = (await childrenOf(process.pid)).map(({ pid }) => [pid, cpuSecondsWithEnded(pid)] as const);
  return new Map([[process.pid, (user + system) / 1e6], ...engines]);
}

/** Engines that have left since are the idle ones of another film. */
async function cpuSecondsSince(before: ReadonlyMap<number, number>): Promise<number> {
  return [...(await cpuSeconds())].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0);
}
