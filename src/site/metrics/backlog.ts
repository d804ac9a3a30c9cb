import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../../platform/clock.ts';
import type { Log } from '../../platform/log.ts';

type Jobs = { kind: string; needs: string[]; status: string; jobs: number; oldestSeconds: number };
/** What waits in the database, the same whichever node is asked. */
export type Backlog = { jobs: Jobs[]; dueWebhooks: number; heldPayments: number };
export type BacklogReader = { read(): Promise<Backlog>; clock: Clock; log: Log };

/** Whoever reads the metrics more often gets the same again. */
const FRESH_MS = 5_000;
/** Jobs that need nothing special, which every worker can do. */
const NONE = 'none';

/** Returns what looks again. If the database is away, `vox_backlog_known` is 0 and the others are left out. */
export function measureBacklog(registry: Registry, { read, clock, log }: BacklogReader): () => Promise<void> {
  const gauge = (name: string, help: string, ...labelNames: string[]): Gauge =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const jobs = gauge(
    'vox_jobs',
    'Jobs that are queued or processing. At most 10,000 of each are counted.',
    'kind',
    'status',
  );
  const oldest = gauge('vox_oldest_job_seconds', 'Since when the oldest queued job waits.', 'kind');
  const needed = gauge('vox_jobs_waiting', 'Queued jobs by what a worker must be able to do.', 'capability');
  const busy = gauge(
    'vox_jobs_processing',
    'Running jobs by what their worker must be able to do.',
    'capability',
  );
  const webhooks = gauge('vox_webhooks_due', 'Webhooks that are due and were not sent yet.');
  const payments = gauge('vox_payments_held', 'Payments that wait for a decision of an administrator.');
  const known = gauge('vox_backlog_known', '1 if the database told what waits, 0 if it could not be asked.');

  function forget(): void {
    for (const metric of [jobs, oldest, needed, busy]) metric.reset();
    for (const metric of [webhooks, payments]) metric.remove();
  }

  function show(backlog: Backlog): void {
    const longest = new Map<string, number>();
    for (const { kind, needs, status, jobs: count, oldestSeconds } of backlog.jobs) {
      jobs.inc({ kind, status }, count);
      const byCapability = status === 'queued' ? needed : busy;
      for (const capability of needs.length > 0 ? needs : [NONE]) byCapability.inc({ capability }, count);
      if (status === 'queued') longest.set(kind, Math.max(oldestSeconds, longest.get(kind) ?? 0));
    }
    for (const [kind, seconds] of longest) oldest.set({ kind }, seconds);
    webhooks.set(backlog.dueWebhooks);
    payments.set(backlog.heldPayments);
  }

  let lookedMs = Number.NEGATIVE_INFINITY;
  return async () => {
    const nowMs = clock.now().getTime();
    if (Math.abs(nowMs - lookedMs) < FRESH_MS) return;
    lookedMs = nowMs;
    const backlog = await read().catch((err: unknown) => {
      log.warn({ err }, 'the metrics do not know what waits');
      return null;
    });
    forget();
    if (backlog) show(backlog);
    known.set(backlog ? 1 : 0);
  };
}
