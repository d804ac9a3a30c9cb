import { cursorAfter, idFromCursor, isUuid, type Page } from '../../../http/index.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { ByteRange, Storage, StoredObject } from '../../../platform/storage/index.ts';
import { checkedName } from '../../assets/index.ts';
import { selectCloneConsents } from '../../consents/index.ts';
import { VoiceNotFound } from '../errors.ts';
import { findClone } from '../find-voice.ts';
import { selectVoices, updateVoiceName } from '../queries.ts';
import { selectSamples } from '../samples.ts';
import { describeClone } from './describe-clone.ts';
import { SampleMissing } from './errors.ts';
import type { CloneView } from './schemas.ts';

export async function readClone(db: Db, accountId: string, id: string): Promise<CloneView> {
  const voice = await findClone(db, accountId, id);
  const [consent] = await selectCloneConsents(db, accountId, [voice.id]);
  return describeClone(voice, consent);
}

export async function listClones(
  db: Db,
  accountId: string,
  { limit, cursor }: Page,
): Promise<{ clones: CloneView[]; next_cursor: string | null }> {
  const rows = await selectVoices(db, accountId, { source: 'clone', before: idFromCursor(cursor), limit });
  const voices = rows.slice(0, limit);
  const consents = await selectCloneConsents(
    db,
    accountId,
    voices.map(({ id }) => id),
  );
  const byVoice = new Map(consents.map((consent) => [consent.voice_id, consent]));
  return {
    clones: voices.map((voice) => describeClone(voice, byVoice.get(voice.id))),
    next_cursor: cursorAfter(rows, limit),
  };
}

export async function renameClone(db: Db, accountId: string, id: string, given: string): Promise<CloneView> {
  const name = checkedName(given);
  if (!isUuid(id) || !(await updateVoiceName(db, accountId, { id, source: 'clone', name })))
    throw new VoiceNotFound();
  return readClone(db, accountId, id);
}

/** The first sample, as it was uploaded. */
export async function openSample(
  { db, storage }: { db: Db; storage: Storage },
  accountId: string,
  id: string,
): Promise<(range: ByteRange | undefined) => Promise<StoredObject>> {
  const voice = await findClone(db, accountId, id);
  const [first] = await selectSamples(db, voice.id);
  if (!first) throw new SampleMissing();
  return async (range) => {
    const stored = await storage.get(first.object_key, range && { range });
    // Rows are deleted before files, so the voice has just been deleted.
    if (!stored) throw new VoiceNotFound();
    return stored;
  };
}
