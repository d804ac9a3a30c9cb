import { cursorAfter, idFromCursor, type Page } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { prefixedId } from '../../platform/ids.ts';
import {
  deleteRun,
  findRun,
  insertRun,
  lockAndCountRuns,
  type Run,
  type RunChange,
  selectRuns,
  updateRun,
  type WholeRun,
} from './queries.ts';

export const MAX_RUNS = 500;

const RunNotFound = domainError('not_found', 'run_not_found', 'Saved run not found.');

const RunLimitReached = domainError(
  'conflict',
  'run_limit',
  `An account can save ${MAX_RUNS} runs. Delete one first.`,
);

export async function saveRun(
  { tx, clock }: { tx: Tx; clock: Clock },
  accountId: string,
  input: Pick<WholeRun, 'name' | 'operation' | 'request'>,
): Promise<Run> {
  if ((await lockAndCountRuns(tx, accountId)) >= MAX_RUNS) throw new RunLimitReached();
  const now = clock.now();
  const run = { ...input, id: prefixedId('run', now.getTime()), createdAt: now, updatedAt: now };
  await insertRun(tx, accountId, run);
  return run;
}

export async function listRuns(
  { db }: { db: Db },
  accountId: string,
  page: Page,
): Promise<{ runs: Run[]; nextCursor: string | null }> {
  const before = idFromCursor(page.cursor, 'run');
  const runs = await selectRuns(db, accountId, { limit: page.limit + 1, before });
  return { runs: runs.slice(0, page.limit), nextCursor: cursorAfter(runs, page.limit) };
}

export async function readRun({ db }: { db: Db }, accountId: string, id: string): Promise<WholeRun> {
  const run = await findRun(db, accountId, id);
  if (!run) throw new RunNotFound();
  return run;
}

export async function changeRun(
  { db, clock }: { db: Db; clock: Clock },
  accountId: string,
  id: string,
  change: RunChange,
): Promise<Run> {
  const run = await updateRun(db, accountId, id, { ...change, now: clock.now() });
  if (!run) throw new RunNotFound();
  return run;
}

export async function forgetRun({ db }: { db: Db }, accountId: string, id: string): Promise<void> {
  if (!(await deleteRun(db, accountId, id))) throw new RunNotFound();
}
