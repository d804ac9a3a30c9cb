import type { Log } from '../log.ts';

export type ProcessPoolOptions<Config = unknown> = {
  name: string;
  /** A module that calls `serveProcess`. */
  entry: URL;
  /** Plain data for the module's `open`. The environment is no way to pass it: it has room for text alone. */
  config: Config;
  size: number;
  /** Calls that may wait beyond those that `size` processes can run. */
  maxQueued: number;
  /** From the call to its answer, waiting included. */
  callDeadlineMs: number;
  startDeadlineMs: number;
  /** Over it after a call: replaced. Over one and a half times it at any moment: killed. */
  maxRssBytes: number;
  /** Free for so long: leaves. Absent or 0: stays. */
  idleMs?: number;
  /** An event loop silent for so long is taken for hung; must exceed the longest synchronous step of the engine. */
  hangMs?: number;
  /** How long a running call may take to heed its cancellation before its process is killed. */
  cancelGraceMs?: number;
  superviseEveryMs?: number;
  log: Log;
};

export type PoolState = 'idle' | 'starting' | 'ready' | 'down';

export type PoolStats = {
  busy: number;
  queued: number;
  /** Processes that ended otherwise than by idling or closing. */
  restarts: number;
  processes: { pid: number | undefined; state: string; rssBytes: number }[];
};
