import { silentLog } from '../../log.ts';
import { createProcessPool } from '../index.ts';
import type { Fixture, FixtureConfig } from './engine.fixture.ts';

/** A parent that a test can kill: sends the pid of its engine, then closes, waits, or leaves the engine stuck. */
const pool = createProcessPool<Fixture, FixtureConfig>({
  name: 'fixture',
  entry: new URL('./engine.fixture.ts', import.meta.url),
  config: { start: null, startMs: null, words: [] },
  size: 1,
  maxQueued: 1,
  callDeadlineMs: 60_000,
  startDeadlineMs: 20_000,
  maxRssBytes: 2 ** 30,
  log: silentLog,
});

const mode = process.argv[2];
const engine = await pool.call('pid', undefined);
if (mode === 'blocked') void pool.call('block', { ms: 60_000 }).catch(() => undefined);
if (mode === 'close') await pool.close();
// The engine needs a moment to start the blocking call.
setTimeout(() => process.send?.(engine, () => process.disconnect()), mode === 'blocked' ? 300 : 0);
