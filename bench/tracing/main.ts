/**
 * scripts/with-postgres.sh npm run bench:tracing -- [--calls 600]
 *
 * What it costs to tell a collector of traces, metrics and the log. For traces, three services with an engine that computes nothing
 * take turns, call by call: without tracing, with it but no call traced, and with every call traced. Counted is the processor time
 * of the thread that answers, and its median: sending happens in other moments, and is measured alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { createLog, silentLog } from '../../src/platform/log.ts';
import { exportLog } from '../../src/platform/otlp/index.ts';
import { otlpTo } from '../../src/platform/otlp/testing/otlp-receiver.ts';
import { noTracing, openTracing, type Tracing, traced } from '../../src/platform/tracing/index.ts';
import { exportMetrics } from '../../src/site/metrics/index.ts';
import { openAdmin, openCustomer } from '../../tests/support/customer.ts';
import { forgetRateLimits, openTestService } from '../../tests/support/test-service.ts';

const { values } = parseArgs({ options: { calls: { type: 'string', default: '600' } } });
const calls = Number(values.calls);
const WARM_CALLS = 100;
const CALLS_PER_MINUTE = 50;
const STEPS = 1_000_000;
/** As many as may wait. */
const SPANS = 8_192;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const collector = fork(new URL('./collector.ts', import.meta.url));
const [{ endpoint }] = (await once(collector, 'message')) as [{ endpoint: string }];

print(describeMachine());
const arms = [
  await openArm('off', noTracing),
  await openArm('on, no call traced', await trace(0)),
  await openArm('on, every call traced', await trace(1)),
];
for (let call = 0; call < WARM_CALLS + calls; call += 1) await callEach(call);
const medians = arms.map(({ cpuMs }) => median(cpuMs));
for (const [i, { name }] of arms.entries()) {
  const ratio = (medians[i] ?? 0) / (medians[0] ?? 0);
  print(`${name}: ${medians[i]?.toFixed(3)} ms of processor time per call, × ${ratio.toFixed(3)}`);
}
print(`a step where nothing is traced: ${(await nanosecondsOfStep()).toFixed(0)} ns more than its function`);
print(`making and sending a span: ${(await microsecondsOfSpan()).toFixed(1)} µs of processor time`);
print(`sending a line of the log: ${(await microsecondsOfLine()).toFixed(1)} µs more than writing it`);
print(`telling all metrics, once a minute: ${(await millisecondsOfMetrics()).toFixed(1)} ms`);
print(describeMachine());
for (const { service, tracing } of arms) {
  await service.close();
  await tracing.close();
}
collector.disconnect();

function trace(ratio: number): Promise<Tracing> {
  return openTracing({ ...otlpTo(endpoint), ratio }, { log: silentLog, role: 'server', version: '0' });
}

async function openArm(name: string, tracing: Tracing) {
  const service = await openTestService({ tracing });
  const customer = await openCustomer(service);
  await (await openAdmin(service)).setPlan(customer, 'developer');
  const cpuMs: number[] = [];
  return { name, tracing, service, customer, cpuMs };
}

/** Each arm comes first, second and last equally often. */
async function callEach(call: number): Promise<void> {
  for (let turn = 0; turn < arms.length; turn += 1) {
    const arm = arms[(call + turn) % arms.length];
    if (!arm) continue;
    if (call % CALLS_PER_MINUTE === 0) await forgetRateLimits(arm.service.db);
    const text = `This is call ${call} of all.`;
    const before = process.threadCpuUsage();
    const reply = await arm.customer.byKey('POST', '/api/v1/tts', { text, voice_id: 'af_heart' });
    const { user, system } = process.threadCpuUsage(before);
    if (reply.statusCode !== 200) throw new Error(`${reply.statusCode}: ${reply.body}`);
    if (call >= WARM_CALLS) arm.cpuMs.push((user + system) / 1_000);
  }
}

function median(all: readonly number[]): number {
  return all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN;
}

async function nanosecondsOfStep(): Promise<number> {
  const work = async () => 1;
  const timed = async (run: () => Promise<number>): Promise<number> => {
    const before = process.threadCpuUsage();
    for (let step = 0; step < STEPS; step += 1) await run();
    const { user, system } = process.threadCpuUsage(before);
    return ((user + system) * 1_000) / STEPS;
  };
  await timed(() => traced('step', work));
  const differences: number[] = [];
  for (let round = 0; round < 5; round += 1)
    differences.push((await timed(() => traced('step', work))) - (await timed(() => work())));
  return median(differences);
}

async function microsecondsOfSpan(): Promise<number> {
  const costs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const tracing = await trace(1);
    const before = process.threadCpuUsage();
    for (let span = 0; span < SPANS; span += 1) tracing.start('call', { kind: 'server' })?.end();
    await tracing.close();
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / SPANS);
  }
  return median(costs);
}

async function microsecondsOfLine(): Promise<number> {
  const destination = new Writable({ write: (_line, _encoding, done) => done() });
  const log = createLog({ level: 'info', destination });
  const facts = {
    request_id: 'req_01a1f2ee189c7569',
    method: 'POST',
    route: '/api/v1/tts',
    status: 200,
    ms: 1.5,
  };
  const timed = async (close: () => Promise<void>): Promise<number> => {
    const before = process.threadCpuUsage();
    for (let line = 0; line < SPANS; line += 1) log.info(facts, 'request');
    await close();
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / SPANS;
  };
  const differences: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const written = await timed(async () => undefined);
    differences.push(
      (await timed(exportLog(otlpTo(endpoint), log, { role: 'server', version: '0' }))) - written,
    );
  }
  return median(differences);
}

/** Those of Node, and a histogram as the service has it of a hundred routes. */
async function millisecondsOfMetrics(): Promise<number> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const buckets = Array.from({ length: 15 }, (_, i) => 2 ** i / 500);
  const took = new Histogram({
    name: 'took',
    help: 's',
    labelNames: ['route'],
    buckets,
    registers: [registry],
  });
  for (let route = 0; route < 100; route += 1) took.observe({ route }, 0.1);
  const costs: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const exported = {
      config: otlpTo(endpoint),
      role: { role: 'server', version: '0' },
      log: silentLog,
    } as const;
    const before = process.threadCpuUsage();
    await exportMetrics(registry, async () => undefined, exported).close();
    const { user, system } = process.threadCpuUsage(before);
    costs.push((user + system) / 1_000);
  }
  return median(costs);
}
