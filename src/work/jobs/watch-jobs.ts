import { type Database, isStoreUnavailable } from '../../platform/database/index.ts';

/** Notifies of job changes on any node. All streams and waiting workers of this node share one LISTEN. */
export type JobWatch = {
  /** Calls back after each change; the caller reads the job to see it. */
  onChange(jobId: string, changed: () => void): () => void;
  /** Calls back when a job becomes ready to lease. */
  onReady(ready: () => void): () => void;
  close(): Promise<void>;
};

export async function watchJobs(database: Database): Promise<JobWatch> {
  const byJob = new Map<string, Set<() => void>>();
  const waiting = new Set<() => void>();
  const stops = await Promise.all([
    database.listen('job_changed', (jobId) => {
      for (const changed of byJob.get(jobId) ?? []) changed();
    }),
    database.listen('job_ready', () => {
      for (const ready of waiting) ready();
    }),
  ]);
  return {
    onChange(jobId, changed) {
      const set = byJob.get(jobId) ?? new Set();
      byJob.set(jobId, set.add(changed));
      return () => {
        set.delete(changed);
        if (set.size === 0 && byJob.get(jobId) === set) byJob.delete(jobId);
      };
    },
    onReady(ready) {
      waiting.add(ready);
      return () => void waiting.delete(ready);
    },
    async close() {
      await Promise.all(stops.map((stop) => stop().catch(unlessUnavailable)));
    },
  };
}

/** A lost connection needs no UNLISTEN. */
function unlessUnavailable(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}
