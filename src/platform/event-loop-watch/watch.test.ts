import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testLog } from '../testing/test-log.ts';
import { until } from '../testing/until.ts';
import { type LongTurn, runAs, watchEventLoop } from './index.ts';

describe('the watch on the event loop', () => {
  const watch = watchEventLoop({ log: testLog });
  after(() => watch.stop());

  test('tells a long turn with its processor time, its route and where it was', async () => {
    const turns: LongTurn[] = [];
    let looks = 0;
    watch.onLongTurn((turn) => turns.push(turn));
    watch.onLook(() => {
      looks += 1;
    });
    watch.start();
    await until(() => looks > 5);
    await until(async () => {
      await runAs({ name: 'POST /api/v1/slow', requestId: 'req_1' }, async () => {
        await sleep(1);
        burnFor(300);
      });
      return turns.some(({ during }) => during !== undefined);
    });
    const turn = turns.find(({ during }) => during !== undefined);
    assert.ok(turn && turn.cpuMs >= 250 && turn.cpuMs < 2_000, JSON.stringify(turns));
    assert.deepEqual(turn.during, { name: 'POST /api/v1/slow', requestId: 'req_1' });
    assert.match(turn.stack ?? '', /burnFor/);
  });

  test('a turn that waits without computing is none', async () => {
    const turns: LongTurn[] = [];
    let looks = 0;
    watch.onLook(() => {
      looks += 1;
    });
    await until(() => looks > 2);
    watch.onLongTurn((turn) => turns.push(turn));
    looks = 0;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
    await until(() => looks > 2);
    assert.deepEqual(turns, []);
  });
});

function burnFor(cpuMs: number): number {
  const { user, system } = process.threadCpuUsage();
  let used = 0;
  while (used < cpuMs * 1_000) {
    const now = process.threadCpuUsage();
    used = now.user + now.system - user - system;
  }
  return used;
}
