import type { TestContext } from 'node:test';
import { silentLog } from '../../log.ts';
import { createProcessPool, type ProcessPool, type ProcessPoolOptions } from '../index.ts';
import type { Fixture, FixtureConfig } from './engine.fixture.ts';

const FIXTURE = new URL('./engine.fixture.ts', import.meta.url);

export const FIXTURE_OPTIONS: ProcessPoolOptions<FixtureConfig> = {
  name: 'fixture',
  entry: FIXTURE,
  config: { start: null, startMs: null, words: [] },
  size: 1,
  maxQueued: 10,
  callDeadlineMs: 300_000,
  startDeadlineMs: 300_000,
  maxRssBytes: 2 ** 30,
  superviseEveryMs: 50,
  log: silentLog,
};

/** A pool of tiny real processes, closed when the test ends. */
export function fixturePool(
  t: TestContext,
  overrides: Partial<ProcessPoolOptions<FixtureConfig>> = {},
): ProcessPool<Fixture> {
  const pool = createProcessPool<Fixture, FixtureConfig>({ ...FIXTURE_OPTIONS, ...overrides });
  t.after(() => pool.close({ graceMs: 0 }));
  return pool;
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
