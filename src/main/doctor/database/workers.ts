import { sql } from '../../../platform/database/index.ts';
import { listWorkers } from '../../../work/workers/index.ts';
import { good, warning } from '../check.ts';
import { onServer } from './server.ts';

/** Somebody must run the jobs. */
export const workers = onServer('workers', async (db, { config, clock }) => {
  const { rows } = await sql<{ known: boolean }>`
    SELECT to_regclass('workers') IS NOT NULL AS known`.execute(db);
  if (!rows[0]?.known) return [];
  const alive = (await listWorkers({ db, clock })).filter((worker) => worker.alive);
  if (alive.length > 0) return [good(`${alive.length} workers are at work.`)];
  if (config.jobConcurrency > 0) return [good('No worker is at work. A running service runs jobs itself.')];
  return [
    warning(
      'JOB_CONCURRENCY is 0 and no worker is at work, so films, dubs and clones wait for ever.',
      'Start ./run worker --server URL with the same WORKER_SECRET, or set JOB_CONCURRENCY=1.',
    ),
  ];
});
