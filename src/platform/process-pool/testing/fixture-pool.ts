import type { TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { silentLog } from '../../log.ts';
import { createProcessPool, type ProcessPool, type ProcessPoolOptions } from '../index.ts';
import type { Fixture, FixtureConfig } from './engine.fixture.ts';

export const FIXTURE = new URL('./engine.fixture.ts', import.meta.url);

export const FIXTURE_OPTIONS: ProcessPoolOptions<FixtureConfig> = {
  name: 'fixture',
  entry: FIXTURE,
  config: { start: null, startMs: null, words: [] },
  size: 1,
  maxQueued: 10,
  callDeadlineMs: 20_000,
  startDeadlineMs: 20_000,
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

export async function until(condition: () => boolean, limitMs = 10_000): Promise<void> {
  const endMs = performance.now() + limitMs;
  while (!condition()) {
    if (performance.now() > endMs) throw new Error('it never came true');
    await delay(10);
  }
}

export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
