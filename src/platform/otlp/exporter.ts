import type { Collector } from './collector.ts';

export type ExporterTiming = { everyMs?: number; closeMs?: number };

type ExporterOptions<Item> = ExporterTiming & {
  collector: Collector;
  encode(batch: readonly Item[]): string;
};

export type Exporter<Item> = {
  /** Never throws and never waits. */
  add(item: Item): void;
  /** Sends what waits, unless that takes too long. */
  close(): Promise<void>;
};

const EVERY_MS = 2_000;
const CLOSE_MS = 3_000;
/** Of spans about 8 MB. */
const MAX_WAITING = 8_192;
/** Of spans about 250 kB, and two milliseconds of the event loop. */
const MAX_BATCH = 512;

/**
 * Sends spans or log lines in the background. Nothing ever waits for it: while the collector is away they wait until there is
 * no more room, and then newer ones are dropped.
 */
export function createExporter<Item>(options: ExporterOptions<Item>): Exporter<Item> {
  const { everyMs = EVERY_MS, closeMs = CLOSE_MS, collector, encode } = options;
  const waiting: Item[] = [];
  const stopping = new AbortController();
  let sending: Promise<void> | undefined;
  const timer = setInterval(() => void send(), everyMs).unref();

  function send(): Promise<void> {
    sending ??= sendWaiting().finally(() => {
      sending = undefined;
    });
    return sending;
  }

  async function sendWaiting(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAX_BATCH);
      const outcome = await collector.post(encode(batch), stopping.signal);
      if (outcome === 'away') return;
      waiting.splice(0, batch.length);
      if (outcome === 'refused') collector.lose(batch.length);
    }
  }

  return {
    add(item) {
      if (waiting.length < MAX_WAITING) waiting.push(item);
      else collector.lose(1);
    },
    async close() {
      clearInterval(timer);
      const giveUp = setTimeout(() => stopping.abort(), closeMs);
      await send();
      clearTimeout(giveUp);
    },
  };
}
