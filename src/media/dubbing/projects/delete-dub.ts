import type { Tx } from '../../../platform/database/index.ts';
import { deleteMarkedObjects, markForDeletion, type ObjectDeps } from '../../../platform/storage/index.ts';
import { cancelWith, type JobDeps } from '../../../work/jobs/index.ts';
import type { DubRow } from './dub.ts';
import { deleteDubRow, deleteFilmIfLast, lockFilm } from './queries.ts';
import { readDub } from './read-dubs.ts';

/** Cancels a render that is running. The film goes with the last dub of it. */
export async function deleteDub(deps: ObjectDeps & JobDeps, accountId: string, id: string): Promise<void> {
  // Repeats only when a render was started in the meantime, which must be canceled too.
  for (;;) {
    const keys = await deps.db.transaction().execute(async (tx) => {
      const { job_id: jobId } = await readDub(tx, accountId, id);
      return cancelWith(deps, tx, { accountId, jobId }, async () => {
        const dub = await readDub(tx, accountId, id, 'update');
        return dub.job_id === jobId ? removeDub(deps, tx, dub) : null;
      });
    });
    if (keys) return deleteMarkedObjects(deps, keys);
  }
}

/** Returns its objects, marked for deletion. The row must be locked. */
async function removeDub(
  deps: Pick<ObjectDeps, 'clock'>,
  tx: Tx,
  { id, film, speech_key: speechKey }: DubRow,
): Promise<string[]> {
  // The second of two deletions waits here, and then sees that its dub is the last.
  await lockFilm(tx, film.id);
  await deleteDubRow(tx, id);
  const filmKey = await deleteFilmIfLast(tx, film.id);
  const keys = [speechKey, filmKey].flatMap((key) => key ?? []);
  for (const key of keys) await markForDeletion(deps, tx, key);
  return keys;
}
