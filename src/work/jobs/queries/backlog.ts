import { type Db, sql } from '../../../platform/database/index.ts';

/** Jobs of one kind that need the same capabilities. */
export type JobsInQueue = {
  kind: string;
  needs: string[];
  status: 'queued' | 'processing';
  jobs: number;
  oldestSeconds: number;
};

/** More are not counted, so that a million waiting jobs cost a look no more than these. */
const COUNTED = 10_000;

export async function jobsInQueue(db: Db, now: Date): Promise<JobsInQueue[]> {
  const { rows } = await sql<JobsInQueue>`
    SELECT kind, needs, status, count(*)::int AS jobs,
      GREATEST(0, extract(epoch FROM ${now}::timestamptz - min(created_at)))::float8 AS "oldestSeconds"
    FROM (
      (SELECT kind, needs, status, created_at FROM jobs WHERE status = 'queued' ORDER BY created_at LIMIT ${COUNTED})
      UNION ALL
      (SELECT kind, needs, status, created_at FROM jobs WHERE status = 'processing' LIMIT ${COUNTED})
    ) unfinished
    GROUP BY kind, needs, status
  `.execute(db);
  return rows;
}
