import type { Tx } from '../../../platform/database/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { uuidv7 } from '../../../platform/ids.ts';
import {
  adoptObject,
  type ByteRange,
  deleteMarkedObjects,
  discardObjects,
  fileBody,
  type ObjectDeps,
  putTracked,
  type StoredObject,
} from '../../../platform/storage/index.ts';
import { findAudioKey, setAudioKey, stripAudioBefore } from './audio-queries.ts';
import type { Heard } from './hear.ts';

export type SentAudio = { path: string; contentType: string };

class CallerAudioGone extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'audio_gone',
      public: 'There is no sound of the caller for this turn: it was not kept, or is deleted.',
    });
  }
}

/** Stores what the caller sent. It belongs to the turn once that is kept, and is deleted if it never is. */
export async function withKeptAudio(
  deps: ObjectDeps,
  heard: Heard,
  { path, contentType }: SentAudio,
): Promise<Heard> {
  const objectKey = `conversations/${uuidv7()}`;
  try {
    await putTracked(deps, objectKey, fileBody(path), { contentType });
  } catch (error) {
    await heard.release();
    throw error;
  }
  return {
    ...heard,
    hasAudio: true,
    async attach(tx: Tx, turn) {
      await setAudioKey(tx, turn, objectKey);
      await adoptObject(tx, objectKey);
    },
    async release() {
      await heard.release();
      await discardObjects(deps, [objectKey]);
    },
  };
}

export async function openCallerAudio(
  { db, storage }: Pick<ObjectDeps, 'db' | 'storage'>,
  accountId: string,
  turn: { conversationId: string; number: number },
  range: ByteRange | undefined,
): Promise<StoredObject> {
  const objectKey = await findAudioKey(db, { accountId, ...turn });
  const stored = objectKey && (await storage.get(objectKey, range && { range }));
  if (!stored) throw new CallerAudioGone();
  return stored;
}

const KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP_BATCH = 500;

/** Deletes one batch of callers' sound older than 30 days, and returns its size. */
export async function sweepCallerAudio(deps: ObjectDeps): Promise<number> {
  const now = deps.clock.now();
  const objectKeys = await stripAudioBefore(deps.db, new Date(now.getTime() - KEPT_MS), now, SWEEP_BATCH);
  await deleteMarkedObjects(deps, objectKeys);
  return objectKeys.length;
}
