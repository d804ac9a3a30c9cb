import type { Log } from '../log.ts';

export type ProcessPoolOptions<Config = unknown> = {
  name: string;
  /** A module that calls `serveProcess`. */
  entry: URL;
  /** Plain data for the module's `open`. Not passed through the environment, which only holds text. */
  config: Config;
  size: number;
  /**
   * Calls that a process gets at once. Its methods must share it fairly. Absent: 1. Above 1, urgent calls may be several times as
   * many, so that they do not wait in the parent for the others to end.
   */
  callsPerProcess?: number;
  /** Calls that may wait beyond those that `size` processes can run. */
  maxQueued: number;
  /** The deadline counts from the call to its response, including the wait. */
  callDeadlineMs: number;
  startDeadlineMs: number;
  /** Above it after a call: replaced. Above 1.5 times it at any moment: killed. */
  maxRssBytes: number;
  /** Exits after being idle this long. Absent or 0: stays. */
  idleMs?: number;
  /** An event loop silent for this long counts as hung. Must exceed the longest synchronous step of the engine. */
  hangMs?: number;
  /** A canceled call may take this long to stop before its process is killed, with all its calls. */
  cancelGraceMs?: number;
  superviseEveryMs?: number;
  log: Log;
};

export type PoolState = 'idle' | 'starting' | 'ready' | 'down';

export type PoolStats = {
  busy: number;
  queued: number;
  /** Processes that ended other than by idling or closing. */
  restarts: number;
  processes: { pid: number | undefined; state: string; rssBytes: number }[];
};
