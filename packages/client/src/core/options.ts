import { createLog, type Logger, type LogLevel } from './log.ts';
import { type Sleep, sleep } from './retries.ts';

export type ClientOptions = {
  /** The service is at this address. Default: `VOX_BASE_URL`, else `http://127.0.0.1:8080`. */
  baseUrl?: string | undefined;
  /** Default: `VOX_API_KEY`. A function is asked before every request. Null: the session cookie of the browser. */
  apiKey?: string | (() => string | Promise<string>) | null | undefined;
  /** Milliseconds until an answer begins, and until it is complete when it is JSON. Default: 10 minutes. */
  timeoutMs?: number | undefined;
  /** Default: 2. */
  maxRetries?: number | undefined;
  /** Sent with every request. */
  headers?: Record<string, string> | undefined;
  /** Default: `warn`. `info` logs retries, `debug` every request. */
  logLevel?: LogLevel | undefined;
  logger?: Logger | undefined;
  fetch?: typeof fetch | undefined;
  /** Live conversations need one where the runtime has none: Node before 22. */
  WebSocket?: typeof WebSocket | undefined;
  /** Tests replace the wait between two tries. */
  sleep?: Sleep | undefined;
};

export type RequestOptions = {
  signal?: AbortSignal | undefined;
  timeoutMs?: number | undefined;
  maxRetries?: number | undefined;
  headers?: Record<string, string> | undefined;
  /** Made by the client where the service honours one. Null: none, so the request is only repeated after a 429. */
  idempotencyKey?: string | null | undefined;
};

export type Settings = {
  baseUrl: string;
  apiKey: () => Promise<string | null>;
  timeoutMs: number;
  maxRetries: number;
  headers: Record<string, string>;
  log: Logger;
  fetch: typeof fetch;
  /** Throws where there is none. */
  WebSocket: () => typeof WebSocket;
  sleep: Sleep;
};

const DEFAULT_TIMEOUT_MS = 600_000;

export function settingsFrom(options: ClientOptions): Settings {
  const { apiKey = environment('VOX_API_KEY') ?? null } = options;
  return {
    baseUrl: (options.baseUrl ?? environment('VOX_BASE_URL') ?? 'http://127.0.0.1:8080').replace(/\/+$/, ''),
    apiKey: async () => (typeof apiKey === 'function' ? apiKey() : apiKey),
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    maxRetries: options.maxRetries ?? 2,
    headers: options.headers ?? {},
    log: createLog(options.logger ?? console, options.logLevel ?? 'warn'),
    // Browsers refuse a fetch that is called as a method of something else.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    WebSocket: () => options.WebSocket ?? globalWebSocket(),
    sleep: options.sleep ?? sleep,
  };
}

function globalWebSocket(): typeof WebSocket {
  if (typeof WebSocket !== 'undefined') return WebSocket;
  throw new TypeError('This runtime has no WebSocket. Give one to createClient: { WebSocket }.');
}

/** Browsers have no environment. */
function environment(name: string): string | undefined {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  return process?.env?.[name];
}
