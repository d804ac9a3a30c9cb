import { DomainError, type DomainErrorOptions } from '../errors.ts';
import { EngineFailed } from './errors.ts';

/** Methods of a pool: functions of one payload, by name. Both sides share only this type. */
export type MethodMap<M> = { [K in keyof M]: (payload: never) => unknown };
export type PayloadOf<M, K extends keyof M> = M[K] extends (payload: infer P) => unknown ? P : never;
export type ResultOf<M, K extends keyof M> = M[K] extends (payload: never) => infer R ? Awaited<R> : never;

export type ToChild =
  /** Always the first message. */
  | { type: 'start'; config: unknown }
  | { type: 'call'; id: number; method: string; payload: unknown; urgent: boolean }
  | { type: 'cancel'; id: number };

export type FromChild =
  | { type: 'ready'; rssBytes: number }
  | { type: 'start-failed'; error: WireError }
  | { type: 'heartbeat'; rssBytes: number }
  | { type: 'report'; id: number; value: unknown }
  | { type: 'result'; id: number; value: unknown; rssBytes: number }
  | { type: 'error'; id: number; error: WireError; rssBytes: number };

export type WireError = {
  domain: Omit<DomainErrorOptions, 'cause'> | null;
  trace: string;
};

const MAX_TRACE_CHARS = 4_000;

export function toWire(error: unknown): WireError {
  const trace = traceOf(error).slice(0, MAX_TRACE_CHARS);
  if (!(error instanceof DomainError)) return { domain: null, trace };
  const { kind, code, public: publicText, detail, retryAfterSeconds } = error;
  return {
    domain: {
      kind,
      code,
      public: publicText,
      ...(detail && { detail }),
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    },
    trace,
  };
}

/** A domain error arrives as the same error; anything else is an engine failure. */
export function fromWire(error: WireError): DomainError {
  if (error.domain) return new DomainError({ ...error.domain, cause: error.trace });
  return new EngineFailed({ cause: error.trace });
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? error.message;
  return error.cause === undefined ? own : `${own}\ncaused by: ${traceOf(error.cause)}`;
}
