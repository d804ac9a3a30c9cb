import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ManualClock } from '../../../platform/clock.ts';
import { openInstallation } from '../installation.ts';
import { judgeFiles, judgeProcesses } from './limits.ts';
import { judgeMemory } from './memory.ts';
import { judgeRuntime, time } from './runtime.ts';

const GIB = 1024 ** 3;

test('a container that has less memory than its machine is told how many speech processes fit', () => {
  const [found] = judgeMemory({ machineBytes: 64 * GIB, allowedBytes: 4 * GIB, cores: 8, processes: null });
  assert.equal(found?.level, 'fault');
  assert.match(found?.seen ?? '', /4\.0 GB of memory \(a limit.*4 speech processes alone take up to 4 GB/);
  assert.match(found?.remedy ?? '', /SPEECH_PROCESSES=2/);
});

test('a machine that is large enough is good, a small one is told', () => {
  const level = (gib: number, cores: number, processes: number | null = null) =>
    judgeMemory({ machineBytes: gib * GIB, allowedBytes: gib * GIB, cores, processes }).map(
      (one) => one.level,
    );
  assert.deepEqual(level(8, 2), ['good']);
  assert.deepEqual(level(2, 2), ['warning']);
  assert.deepEqual(level(1, 2), ['fault']);
  assert.deepEqual(level(8, 1), ['warning']);
  assert.deepEqual(level(8, 2, 8), ['fault']);
});

test('few descriptors are told', () => {
  const level = (most: string) => judgeFiles(most)[0]?.level;
  assert.deepEqual(['256', '1024', '524288', 'unlimited'].map(level), ['fault', 'warning', 'good', 'good']);
});

test('few processes and threads are told, whichever limit is lower', () => {
  const level = (...limits: string[]) => judgeProcesses(limits)[0]?.level;
  assert.equal(level('unlimited', 'max'), 'good');
  assert.equal(level('unlimited', '100'), 'fault');
  assert.equal(level('400', 'max'), 'warning');
  assert.equal(level('60000', '4096'), 'good');
});

test('an older Node and a system without glibc are faults', () => {
  const fine = { node: '24.21.0', machine: 'linux-x64', glibc: '2.36' };
  const level = (facts: Partial<typeof fine> | { glibc: null }) =>
    judgeRuntime({ ...fine, ...facts })[0]?.level;
  assert.deepEqual(
    [level({}), level({ node: '20.1.0' }), level({ node: '26.0.0' }), level({ machine: 'linux-riscv64' })],
    ['good', 'fault', 'warning', 'warning'],
  );
  assert.equal(level({ glibc: null }), 'fault');
});

test('a clock in the past and a time zone that nobody knows are told', async () => {
  const look = (at: string, env: NodeJS.ProcessEnv = {}) =>
    time.run(openInstallation(env, { clock: new ManualClock(at) }));
  assert.equal((await look('1970-01-01T00:00:00Z'))[0]?.level, 'fault');
  assert.equal((await look('2027-01-01T00:00:00Z', { TZ: 'Berlin' }))[0]?.level, 'warning');
  assert.equal((await look('2027-01-01T00:00:00Z', { TZ: 'Europe/Berlin' }))[0]?.level, 'good');
});
