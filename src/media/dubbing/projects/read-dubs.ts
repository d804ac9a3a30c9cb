import { cursorAfter, idFromCursor, type Page } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import { findJobs, type JobRow } from '../../../work/jobs/index.ts';
import { type DescribeDeps, type DubJobs, describeDub, summarize } from './describe-dub.ts';
import { type DubRow, isDubId } from './dub.ts';
import { DubNotFound } from './errors.ts';
import { findCast } from './find-cast.ts';
import { selectDub, selectDubs } from './queries.ts';

export async function readDub(
  db: Db,
  accountId: string,
  id: string,
  lock: 'none' | 'update' = 'none',
): Promise<DubRow> {
  const dub = isDubId(id) ? await selectDub(db, accountId, id, lock) : undefined;
  if (!dub) throw new DubNotFound();
  return dub;
}

export async function showDub(deps: DescribeDeps & { db: Db }, accountId: string, id: string) {
  const dub = await readDub(deps.db, accountId, id);
  const [jobs] = await jobsOf(deps.db, accountId, [dub]);
  if (!jobs) throw new DubNotFound();
  return describeDub(deps, dub, jobs, await findCast(deps.db, dub));
}

export async function listDubs(deps: DescribeDeps & { db: Db }, accountId: string, { limit, cursor }: Page) {
  const rows = await selectDubs(deps.db, accountId, { limit, before: idFromCursor(cursor, 'dub') });
  const dubs = rows.slice(0, limit);
  const jobs = await jobsOf(deps.db, accountId, dubs);
  return {
    dubs: dubs.flatMap((dub, i) => {
      const own = jobs[i];
      return own ? [summarize(deps, dub, own)] : [];
    }),
    next_cursor: cursorAfter(rows, limit),
  };
}

async function jobsOf(db: Db, accountId: string, dubs: readonly DubRow[]): Promise<(DubJobs | undefined)[]> {
  const ids = dubs.flatMap(({ job_id, output_job_id }) => [job_id, output_job_id ?? []].flat());
  const jobs = new Map((await findJobs(db, accountId, ids)).map((job): [string, JobRow] => [job.id, job]));
  return dubs.map(({ job_id, output_job_id }) => {
    const latest = jobs.get(job_id);
    return latest && { latest, output: jobs.get(output_job_id ?? '') ?? null };
  });
}
