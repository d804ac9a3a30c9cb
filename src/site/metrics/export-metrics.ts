import type { Registry } from 'prom-client';
import type { OtlpConfig } from '../../platform/config/index.ts';
import type { Log } from '../../platform/log.ts';
import { encodeResource, openCollector, type Role } from '../../platform/otlp/index.ts';
import { encodeMetrics } from './encode-metrics.ts';

export type MetricsExport = { config: OtlpConfig; role: Role; log: Log; everyMs?: number };

const EVERY_MS = 60_000;
const CLOSE_MS = 3_000;

/** Sends all metrics to the collector every minute. What it did not take is not sent again: the next ones tell it, too. */
export function exportMetrics(
  registry: Registry,
  look: () => Promise<void>,
  { config, role, log, everyMs = EVERY_MS }: MetricsExport,
) {
  const collector = openCollector({ ...config, kind: 'metrics', log });
  const resource = encodeResource(config, role);
  const startMs = Date.now() - process.uptime() * 1_000;
  const stopping = new AbortController();
  let sending: Promise<unknown> | undefined;

  function send(): Promise<unknown> {
    sending ??= look()
      .then(() => encodeMetrics(registry, resource, startMs))
      .then((body) => collector.post(body, stopping.signal))
      .catch((err: unknown) => log.error({ err }, 'metrics were not sent'))
      .finally(() => {
        sending = undefined;
      });
    return sending;
  }

  const timer = setInterval(() => void send(), everyMs).unref();
  return {
    /** Sends the last ones, unless that takes too long. */
    async close(): Promise<void> {
      clearInterval(timer);
      const giveUp = setTimeout(() => stopping.abort(), CLOSE_MS);
      await send();
      clearTimeout(giveUp);
    },
  };
}
