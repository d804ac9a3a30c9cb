import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Clock, systemClock } from '../../platform/clock.ts';
import { openDatabaseClock } from '../../platform/database/index.ts';
import { silentLog } from '../../platform/log.ts';
import { leaseJob, recoverLostJobs } from './index.ts';
import { openJobs, type TestJobs } from './testing/open-jobs.ts';

const TEN_MINUTES_MS = 600_000;
const WORKER = { workerId: 'one', capabilities: ['video', 'lipsync:own'] };

describe('two nodes whose clocks differ by ten minutes', () => {
  let jobs: TestJobs;
  before(async () => {
    jobs = await openJobs();
  });
  after(() => jobs.close());

  const skewed = (ms: number): Clock => ({ now: () => new Date(systemClock.now().getTime() + ms) });
  async function nodeWith(machine: Clock) {
    const server = { db: jobs.database.db, kind: 'postgres' } as const;
    const { clock, close } = await openDatabaseClock(server, { log: silentLog, machine });
    close();
    return { ...jobs.deps, clock };
  }

  test('agree on who holds a job: neither takes it from the other', async () => {
    const slow = await nodeWith(skewed(0));
    const fast = await nodeWith(skewed(TEN_MINUTES_MS));
    const accountId = await jobs.account();
    await jobs.enqueue(accountId);
    const lease = await leaseJob(slow, WORKER);
    assert.ok(lease);
    assert.equal(await recoverLostJobs(fast), 0);
    assert.equal((await jobs.read(accountId, lease.jobId)).status, 'processing');
    // This happened when each node went by its own clock.
    assert.equal(await recoverLostJobs({ ...jobs.deps, clock: skewed(TEN_MINUTES_MS) }), 1);
  });
});
