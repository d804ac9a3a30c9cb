import { isUuid } from '../../http/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { deleteMarkedObjects, type ObjectDeps } from '../../platform/storage/index.ts';
import { cancelWith, type JobDeps } from '../../work/jobs/index.ts';
import type { VoiceSource } from './custom-voice.ts';
import { VoiceNotFound } from './errors.ts';
import { deleteSamples, deleteVoiceRow, lockVoice, selectVoice } from './queries.ts';

/** Deletes what another part of the service has of a voice. Returns the objects, marked for deletion in the transaction. */
export type VoiceDeletionHook = (tx: Tx, voiceId: string, now: Date) => Promise<readonly string[]>;

export type DeleteVoiceDeps = ObjectDeps & JobDeps & { onVoiceDeleted: readonly VoiceDeletionHook[] };

/** Frees the slot, cancels the job that makes the voice, and deletes everything the voice consists of but its consent. */
export async function deleteVoice(
  deps: DeleteVoiceDeps,
  accountId: string,
  id: string,
  source?: VoiceSource,
): Promise<void> {
  const objectKeys = await deps.db.transaction().execute(async (tx) => {
    const voice = isUuid(id) ? await selectVoice(tx, accountId, id, source) : undefined;
    if (!voice) throw new VoiceNotFound();
    const remove = () => removeVoice(deps, tx, voice.id);
    return cancelWith(deps, tx, { accountId, jobId: voice.job_id }, remove);
  });
  // The second of two deletions has waited for the first.
  if (!objectKeys) throw new VoiceNotFound();
  await deleteMarkedObjects(deps, objectKeys);
}

/** Returns the objects, marked for deletion. Null when the voice is gone. */
export async function removeVoice(
  { clock, onVoiceDeleted }: Pick<DeleteVoiceDeps, 'clock' | 'onVoiceDeleted'>,
  tx: Tx,
  voiceId: string,
): Promise<string[] | null> {
  const now = clock.now();
  // Speech that is being cached holds this lock, so that none of it arrives after the cache was cleared.
  if (!(await lockVoice(tx, voiceId))) return null;
  const objectKeys = [];
  for (const hook of onVoiceDeleted) objectKeys.push(...(await hook(tx, voiceId, now)));
  objectKeys.push(...(await deleteSamples(tx, voiceId, now)));
  objectKeys.push(...(await deleteVoiceRow(tx, voiceId, now)));
  return objectKeys;
}
