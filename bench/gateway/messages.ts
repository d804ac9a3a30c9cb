/** What the measured process tells the measuring one. */
export type ServerReady = { service: string; bare: string; keys: string[] };

/** One stretch of load on one route. `rate` 0: as fast as the answers come. */
export type LoadOrder = {
  url: string;
  keys: string[];
  /** What was said before comes from the cache. */
  text: 'new' | 'same';
  requestsPerSecond: number;
  seconds: number;
};

export type LoadResult = {
  /** From the moment each request was due to the end of its answer. */
  latenciesMs: number[];
  failures: Record<string, number>;
  elapsedSeconds: number;
};
