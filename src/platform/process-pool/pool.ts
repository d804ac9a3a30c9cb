import { createCallQueue } from './call-queue.ts';
import { traceCall } from './call-trace.ts';
import { EngineBusy, EngineFailed } from './errors.ts';
import type { PoolState, PoolStats, ProcessPoolOptions } from './options.ts';
import { createPendingCall, type PendingCall } from './pending-call.ts';
import { Population } from './population.ts';
import type { MethodMap, PayloadOf, ResultOf } from './protocol.ts';
import { streamReports } from './reports.ts';

type CallOptions = {
  signal?: AbortSignal;
  deadlineMs?: number;
  /** Goes before all calls that are not urgent: the caller has nothing yet, as with the first segment of a speech. */
  urgent?: boolean;
  /** Progress reports of the running call; none after it has settled. */
  onReport?: (value: unknown) => void;
};

export type ProcessPool<M extends MethodMap<M>> = {
  call<K extends keyof M & string>(
    method: K,
    payload: PayloadOf<M, K>,
    options?: CallOptions,
  ): Promise<ResultOf<M, K>>;
  /** The same for a method whose result is what it reports. */
  stream<K extends keyof M & string>(
    method: K,
    payload: PayloadOf<M, K>,
    options?: Omit<CallOptions, 'onReport'>,
  ): AsyncGenerator<unknown[]>;
  /** Starts every process. Resolves once all are ready, and (without `idleMs`) keeps them so. */
  warm(): Promise<void>;
  state(): PoolState;
  stats(): PoolStats;
  /** Rejects waiting calls, gives running ones `graceMs` to finish, then kills their processes. */
  close(options?: { graceMs?: number }): Promise<void>;
};

const CLOSE_GRACE_MS = 5_000;

export function createProcessPool<M extends MethodMap<M>, Config = undefined>(
  options: ProcessPoolOptions<Config>,
): ProcessPool<M> {
  const waiting = createCallQueue();
  let closing: Promise<void> | null = null;

  const population = new Population(options, {
    demand: waiting.length,
    onFree: dispatch,
    onDown: () => waiting.refuse('engine does not start'),
  });

  function dispatch(): void {
    // Running a call may free the process at once and re-enter here, so no state is kept between iterations.
    for (let call = waiting.first(); call; call = waiting.first()) {
      const member = population.roomFor(call);
      if (!member) break;
      waiting.take(call);
      call.taken();
      member.run(call);
    }
    population.adjust();
  }

  function onDeadline(call: PendingCall): void {
    if (waiting.take(call)) {
      call.reject(new EngineBusy({ cause: 'deadline passed in the queue' }));
      return;
    }
    call.reject(new EngineFailed({ cause: 'deadline passed during the call' }));
    population.running(call)?.cancel(call, 'deadline');
  }

  function onAbort(call: PendingCall, signal: AbortSignal | undefined): void {
    call.reject(signal?.reason);
    if (!waiting.take(call)) population.running(call)?.cancel(call, 'cancelled');
  }

  async function call(
    method: string,
    payload: unknown,
    { signal, deadlineMs, urgent = false, onReport }: CallOptions,
  ): Promise<unknown> {
    signal?.throwIfAborted();
    if (closing) throw new EngineFailed({ cause: 'pool is closed' });
    if (population.refuses()) throw new EngineFailed({ cause: 'engine does not start' });
    const { size, callsPerProcess = 1, maxQueued } = options;
    if (waiting.length() + population.taken() >= size * callsPerProcess + maxQueued) throw new EngineBusy();
    const trace = traceCall(options.name, method);
    const pending = createPendingCall({
      method,
      payload,
      deadlineMs: deadlineMs ?? options.callDeadlineMs,
      urgent,
      signal,
      onTaken: trace?.taken,
      onReport,
      onDeadline,
      onAbort: (aborted) => onAbort(aborted, signal),
    });
    waiting.add(pending);
    dispatch();
    return trace ? trace.follow(pending.promise) : pending.promise;
  }

  return {
    call: (method, payload, callOptions = {}) => call(method, payload, callOptions) as Promise<never>,
    stream: (method, payload, given = {}) =>
      streamReports(
        (onReport, signal) => call(method, payload, { ...given, signal, onReport }),
        given.signal,
      ),
    warm: () => population.warm(),
    state: () => (closing ? 'down' : population.state()),
    stats: () => ({ ...population.stats(), queued: waiting.length() }),
    close: ({ graceMs = CLOSE_GRACE_MS } = {}) => {
      waiting.refuse('pool is closing');
      closing ??= population.close(graceMs);
      return closing;
    },
  };
}
