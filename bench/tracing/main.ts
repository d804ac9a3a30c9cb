/**
 * scripts/with-postgres.sh npm run bench:tracing -- [--calls 600]
 *
 * What traces cost a call. Three services with an engine that computes nothing take turns, call by call: without tracing, with it but
 * no call traced, and with every call traced. Counted is the processor time of the thread that answers, and its median: sending
 * spans happens in other moments, and is measured alone.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { silentLog } from '../../src/platform/log.ts';
import { noTracing, openTracing, type Tracing, traced } from '../../src/platform/tracing/index.ts';
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
const [{ url }] = (await once(collector, 'message')) as [{ url: string }];

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
print(describeMachine());
for (const { service, tracing } of arms) {
  await service.close();
  await tracing.close();
}
collector.disconnect();

function trace(ratio: number): Promise<Tracing> {
  const config = { url, headers: {}, serviceName: 'bench', ratio };
  return openTracing(config, { log: silentLog, role: 'server', version: '0' });
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
