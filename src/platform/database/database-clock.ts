import { performance } from 'node:perf_hooks';
import { sql } from 'kysely';
import { type Clock, systemClock } from '../clock.ts';
import type { Log } from '../log.ts';
import type { Database, Db } from './database.ts';

export type DatabaseClock = {
  clock: Clock;
  /** Measures once more, as it does by itself every ten seconds. */
  measure(): Promise<void>;
  close(): void;
};

type Options = {
  log: Log;
  /** This machine's own clock, which may be wrong. */
  machine?: Clock;
  /** Milliseconds that pass evenly, whatever happens to the machine's clock. */
  elapsedMs?: () => number;
};

const EVERY_MS = 10_000;
const SAMPLES = 3;
const NOTABLE_MS = 1_000;

/**
 * The time of the database, for all that nodes must agree on: leases, limits, expiries. Between measurements it runs on with
 * the machine's monotonic clock, so that a wrong or adjusted clock of one node changes nothing. The embedded database has the
 * clock of its machine.
 */
export async function openDatabaseClock(
  { db, kind }: Pick<Database, 'db' | 'kind'>,
  { log, machine = systemClock, elapsedMs = () => performance.now() }: Options,
): Promise<DatabaseClock> {
  if (kind === 'pglite') return { clock: machine, measure: async () => undefined, close: () => undefined };
  let offsetMs = await offsetOf(db, elapsedMs);
  let latestMs = 0;
  let warned = false;

  const nowMs = (): number => {
    latestMs = Math.max(latestMs, elapsedMs() + offsetMs);
    return latestMs;
  };
  const compareWithMachine = (): void => {
    const aheadMs = Math.round(machine.now().getTime() - nowMs());
    const isOff = Math.abs(aheadMs) > NOTABLE_MS;
    if (isOff && !warned)
      log.warn({ aheadMs }, 'the clock of this machine differs from the database, whose clock is used');
    warned = isOff;
  };
  const measure = async (): Promise<void> => {
    const before = offsetMs;
    offsetMs = await offsetOf(db, elapsedMs);
    const jumpMs = Math.round(offsetMs - before);
    if (Math.abs(jumpMs) > NOTABLE_MS) {
      log.warn({ jumpMs }, 'the clock of the database jumped');
      // A small step back is waited out; after a large one time would stand still for too long.
      latestMs = 0;
    }
    compareWithMachine();
  };

  compareWithMachine();
  const timer = setInterval(() => {
    measure().catch((err: unknown) => log.warn({ err }, 'the clock of the database could not be read'));
  }, EVERY_MS);
  timer.unref();
  return { clock: { now: () => new Date(nowMs()) }, measure, close: () => clearInterval(timer) };
}

/** Adding this to `elapsedMs` gives the database's time. The quickest of a few answers decides. */
async function offsetOf(db: Db, elapsedMs: () => number): Promise<number> {
  let best = { roundTripMs: Number.POSITIVE_INFINITY, offsetMs: 0 };
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    const startMs = elapsedMs();
    const { rows } = await sql<{ ms: number }>`
      SELECT (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS ms`.execute(db);
    const endMs = elapsedMs();
    const roundTripMs = endMs - startMs;
    const offsetMs = (rows[0]?.ms ?? Number.NaN) - (startMs + endMs) / 2;
    if (roundTripMs < best.roundTripMs) best = { roundTripMs, offsetMs };
  }
  return best.offsetMs;
}
