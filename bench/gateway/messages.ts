/** Message of the measured process to the measuring one, once it accepts requests. */
export type ServerReady = { service: string; bare: string; keys: string[] };

/** One period of load on one route. `requestsPerSecond` 0: as fast as responses come. */
export type LoadOrder = {
  url: string;
  keys: string[];
  /** Repeated texts come from the speech cache. */
  text: 'new' | 'same';
  requestsPerSecond: number;
  seconds: number;
};

export type LoadResult = {
  /** A latency counts from when the request was due to the end of its response. */
  latenciesMs: number[];
  failures: Record<string, number>;
  elapsedSeconds: number;
};
