import type { Queue as BossQueue, PgBoss } from 'pg-boss';
import type { AnyJob } from './define-job.ts';

type Wanted = { name: string; policy: 'exclusive' | 'standard'; settings: Settings };
type Settings = Required<
  Pick<BossQueue, 'retryLimit' | 'retryDelay' | 'retryBackoff' | 'expireInSeconds' | 'notify'>
> & { retryDelayMax: number | null; deadLetter: string | null; heartbeatSeconds: number | null };

const MAX_RETRY_DELAY_SECONDS = 300;
const DEFAULT_RETRY_DELAY_SECONDS = 2;
/** Shorter jobs are noticed by their deadline soon enough when their node dies. */
const HEARTBEAT_SECONDS = 30;
const EXHAUSTED_ATTEMPTS = 10;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/** Where a job goes when its last attempt has failed. */
export function exhaustedQueue(job: AnyJob): string {
  return `${job.name}.exhausted`;
}

/** Creates what is missing, changes what differs, and otherwise costs the one query that finds that out. */
export async function ensureQueues(boss: PgBoss, jobs: AnyJob[]): Promise<void> {
  const wanted = jobs.flatMap(queuesOf);
  if (wanted.length === 0) return;
  const found = new Map((await boss.getQueues(wanted.map(({ name }) => name))).map((row) => [row.name, row]));
  for (const { name, policy, settings } of wanted) {
    const current = found.get(name);
    if (!current) await boss.createQueue(name, { policy, ...withoutNulls(settings) });
    else if (differs(current, settings)) await boss.updateQueue(name, settings);
    else continue;
    // A send looks the queue up on a connection of its own unless it is cached: inside a transaction on the
    // only connection that would wait for itself. Any lookup fills the cache.
    await boss.findJobs(name, { id: NO_JOB });
  }
}

function queuesOf(job: AnyJob): Wanted[] {
  const queue: Wanted = {
    name: job.name,
    // One waiting or running job per singleton key; a job without one gets a key of its own.
    policy: 'exclusive',
    settings: {
      ...settingsFor(job, job.maxAttempts),
      deadLetter: job.onExhausted ? exhaustedQueue(job) : null,
    },
  };
  if (!job.onExhausted) return [queue];
  const exhausted: Wanted = {
    name: exhaustedQueue(job),
    policy: 'standard',
    settings: settingsFor(job, EXHAUSTED_ATTEMPTS),
  };
  // First, because the other one refers to it.
  return [exhausted, queue];
}

function settingsFor(job: AnyJob, attempts: number): Settings {
  const retryDelay = job.retryDelaySeconds ?? DEFAULT_RETRY_DELAY_SECONDS;
  return {
    retryLimit: attempts - 1,
    retryDelay,
    retryBackoff: retryDelay > 0,
    retryDelayMax: retryDelay > 0 ? MAX_RETRY_DELAY_SECONDS : null,
    expireInSeconds: job.deadlineSeconds,
    heartbeatSeconds: job.deadlineSeconds > 2 * HEARTBEAT_SECONDS ? HEARTBEAT_SECONDS : null,
    notify: true,
    deadLetter: null,
  };
}

function differs(current: object, settings: Settings): boolean {
  const row = new Map<string, unknown>(Object.entries(current));
  return Object.entries(settings).some(([key, value]) => (row.get(key) ?? null) !== value);
}

function withoutNulls(settings: Settings): Omit<BossQueue, 'name'> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== null));
}
