import { type Database, isStoreUnavailable } from '../../platform/database/index.ts';

/** What changes in jobs, whichever node changes it: one LISTEN for all who look on. */
export type JobWatch = {
  /** Calls back after each change of the job; what changed is in the database. */
  onChange(jobId: string, changed: () => void): () => void;
  /** Calls back when some job became ready to be taken. */
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

/** A connection that is gone listens to nothing. */
function unlessUnavailable(error: unknown): void {
  if (!isStoreUnavailable(error)) throw error;
}
