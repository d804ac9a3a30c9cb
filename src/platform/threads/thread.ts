import { inspect } from 'node:util';
import { type ResourceLimits, type TransferListItem, Worker } from 'node:worker_threads';

export type ThreadOptions<Heard> = {
  /** The thread's `workerData`. */
  data?: unknown;
  limits?: ResourceLimits;
  onMessage?(message: Heard): void;
  /** Called once, however the thread ends: with what it threw, or with `ThreadEnded`. */
  onEnd(reason: Error): void;
};

export type Thread<Sent> = {
  send(message: Sent, transfer?: readonly TransferListItem[]): void;
  /** Whether the thread keeps the process running. At first it does not. */
  keepProcess(isKept: boolean): void;
  /** Processor time since it started, in milliseconds. Rejects when it has ended. */
  cpuMs(): Promise<number>;
  end(): Promise<void>;
};

/** The thread ended without throwing anything: it was told to, or it ended itself. */
export class ThreadEnded extends Error {
  readonly code: number;

  constructor(code: number) {
    super(`the thread ended with code ${code}`);
    this.code = code;
  }
}

/**
 * The only place that starts a thread. One that fails while nobody listens ends the process, so that whoever starts it
 * must say what happens then.
 */
export function startThread<Sent, Heard>(
  module: URL,
  { data, limits, onMessage, onEnd }: ThreadOptions<Heard>,
): Thread<Sent> {
  const worker = new Worker(module, { workerData: data, ...(limits && { resourceLimits: limits }) });
  let hasEnded = false;
  const end = (reason: Error): void => {
    if (hasEnded) return;
    hasEnded = true;
    onEnd(reason);
  };
  worker.unref();
  worker.on('message', (message: Heard) => onMessage?.(message));
  worker.on('error', (thrown) => end(thrown instanceof Error ? thrown : new Error(inspect(thrown))));
  worker.on('exit', (code) => end(new ThreadEnded(code)));
  return {
    send: (message, transfer) => worker.postMessage(message, transfer),
    keepProcess: (isKept) => void (isKept ? worker.ref() : worker.unref()),
    async cpuMs() {
      const { user, system } = await worker.cpuUsage();
      return (user + system) / 1_000;
    },
    async end() {
      await worker.terminate();
    },
  };
}
