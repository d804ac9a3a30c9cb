import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../platform/log.ts';
import { type BackgroundTask, runBackgroundTasks } from './run-background-tasks.ts';

const DEPS = { log: silentLog, hold: { isHeld: () => false } };
const HOUR_MS = 3_600_000;

async function turns(count: number): Promise<void> {
  for (let i = 0; i < count; i++) await turn();
}

function start(task: Pick<BackgroundTask, 'drain' | 'run'>) {
  return runBackgroundTasks([{ name: 'test', everyMs: HOUR_MS, ...task } as BackgroundTask], DEPS);
}

test('a sweep repeats at once until nothing is due', async () => {
  const batches = [500, 500, 3];
  let calls = 0;
  const tasks = start({
    drain: true,
    run: async () => {
      calls += 1;
      return batches.shift() ?? 0;
    },
  });
  await turns(20);
  assert.equal(calls, 4);
  await tasks.stop();
});

test('a task that does not drain runs once per interval, whatever it returns', async () => {
  let calls = 0;
  const tasks = start({
    run: async () => {
      calls += 1;
      return 7;
    },
  });
  await turns(20);
  assert.equal(calls, 1);
  await tasks.stop();
});

test('a sweep with endless work stops after its current batch', async () => {
  let calls = 0;
  const tasks = start({
    drain: true,
    run: async () => {
      calls += 1;
      return 500;
    },
  });
  await turns(5);
  const stopped = tasks.stop();
  const atStop = calls;
  await stopped;
  assert.ok(calls <= atStop + 1, `${calls - atStop} batches after the stop`);
});

test('a sweep yields to other work between two batches', async () => {
  const tasks = start({ drain: true, run: async () => 500 });
  await turns(50);
  await tasks.stop();
});

test('a failing task is retried and does not stop other tasks', async () => {
  let failures = 0;
  let runs = 0;
  const failing = async () => {
    failures += 1;
    throw new Error('test');
  };
  const tasks = runBackgroundTasks(
    [
      { name: 'failing', everyMs: 1, run: failing },
      { name: 'working', everyMs: 1, run: async () => (runs += 1) },
    ],
    DEPS,
  );
  while (failures < 3 || runs < 3) await turn();
  await tasks.stop();
});
