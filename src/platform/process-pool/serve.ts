import { goFirstWithoutMemory } from './first-to-go.ts';
import { endWithParent } from './orphan-watch.ts';
import {
  type FromChild,
  type MethodMap,
  type PayloadOf,
  type ResultOf,
  type ToChild,
  toWire,
} from './protocol.ts';
import { type Check, nothing } from './start-config.ts';

export type CallContext = {
  signal: AbortSignal;
  /** Methods that run several calls at once run urgent ones first. */
  urgent: boolean;
  /** Progress of the call, for the caller's `onReport`. */
  report(value: unknown): void;
};

export type Served<M> = {
  [K in keyof M]: (payload: PayloadOf<M, K>, context: CallContext) => Promise<ResultOf<M, K>>;
};

const HEARTBEAT_MS = 500;

/** The child side of a pool: serves calls until the parent closes the channel. */
export async function serveProcess<M extends MethodMap<M>, Config = undefined>(options: {
  /** Absent: the child takes no configuration. */
  config?: Check<Config>;
  /** Loads what the methods need; calls wait for it. */
  open(config: Config): Promise<Served<M>>;
}): Promise<void> {
  endWithParent();
  goFirstWithoutMemory();
  let methods: Served<M>;
  try {
    const check = options.config ?? (nothing as Check<Config>);
    methods = await options.open(check(await firstMessage(), 'config'));
  } catch (error) {
    // The parent kills this process once it has read the reason.
    send({ type: 'start-failed', error: toWire(error) });
    return;
  }
  answerCalls(methods as Record<string, Method>);
  setInterval(() => send({ type: 'heartbeat', rssBytes: process.memoryUsage.rss() }), HEARTBEAT_MS).unref();
  send({ type: 'ready', rssBytes: process.memoryUsage.rss() });
}

async function firstMessage(): Promise<unknown> {
  const message = await new Promise<ToChild>((resolve) => process.once('message', resolve));
  if (message.type !== 'start') throw new Error(`the first message is ${message.type} instead of start`);
  return message.config;
}

type Method = (payload: unknown, context: CallContext) => Promise<unknown>;

function answerCalls(methods: Record<string, Method>): void {
  const running = new Map<number, AbortController>();
  process.on('message', async (message: ToChild) => {
    if (message.type === 'start') return;
    if (message.type === 'cancel') {
      running.get(message.id)?.abort();
      return;
    }
    const { id, urgent } = message;
    const controller = new AbortController();
    running.set(id, controller);
    try {
      const method = Object.hasOwn(methods, message.method) ? methods[message.method] : undefined;
      if (!method) throw new Error(`this process has no method "${message.method}"`);
      const report = (detail: unknown): void => send({ type: 'report', id, value: detail });
      const value = await method(message.payload, { signal: controller.signal, urgent, report });
      send({ type: 'result', id, value, rssBytes: process.memoryUsage.rss() });
    } catch (error) {
      send({ type: 'error', id, error: toWire(error), rssBytes: process.memoryUsage.rss() });
    } finally {
      running.delete(id);
    }
  });
}

function send(message: FromChild): void {
  // The callback hears of a closed channel, which would throw otherwise; the orphan watch then ends the process.
  if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
}
