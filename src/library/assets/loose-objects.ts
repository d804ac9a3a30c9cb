import { createReadStream } from 'node:fs';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import { uuidv7 } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { type Storage, StorageUnavailable } from '../../platform/storage/index.ts';
import {
  deleteDoomed,
  deleteUndoomed,
  doomBefore,
  doomLoose,
  insertDoomed,
  insertLoose,
} from './loose-queries.ts';

export type ObjectDeps = { db: Db; storage: Storage; clock: Clock; log: Log };

/** Longer than any call lasts. */
const ARRIVED_WITHIN_MS = 2 * 3_600_000;
const SWEEP_BATCH = 200;
const LEFT = 'an object that nothing refers to is left for the sweep';

/** Puts a file into the store. Until `adoptObject` it belongs to nobody, and the sweep may take it. */
export async function bringIn(
  deps: ObjectDeps,
  accountId: string,
  file: { path: string; contentType: string },
): Promise<string> {
  const now = deps.clock.now();
  const objectKey = `media/${accountId}/${uuidv7(now.getTime())}`;
  await insertLoose(deps.db, objectKey, now);
  try {
    await deps.storage.put(objectKey, createReadStream(file.path), { contentType: file.contentType });
  } catch (error) {
    await discardObject(deps, objectKey);
    throw error;
  }
  return objectKey;
}

/** In the transaction of the row that refers to it from now on. */
export async function adoptObject(tx: Tx, objectKey: string): Promise<void> {
  if (await deleteUndoomed(tx, objectKey)) return;
  throw new StorageUnavailable(`${objectKey} was swept while it was arriving`);
}

/** In the transaction that deletes the last row that refers to it; afterwards `removeDoomed`. */
export function doomObject(deps: Pick<ObjectDeps, 'clock'>, tx: Tx, objectKey: string): Promise<void> {
  return insertDoomed(tx, objectKey, deps.clock.now());
}

/** A store that fails now is asked again by the sweep. */
export async function removeDoomed({ db, storage, log }: ObjectDeps, objectKey: string): Promise<void> {
  try {
    await storage.delete(objectKey);
    await deleteDoomed(db, objectKey);
  } catch (err) {
    log.warn({ err, objectKey }, LEFT);
  }
}

/**
 * For what was brought in when nothing came of it. Whoever did not hear whether its transaction ended well may call it
 * too: what was adopted stays.
 */
export async function discardObject(deps: ObjectDeps, objectKey: string): Promise<void> {
  try {
    if (await doomLoose(deps.db, objectKey, deps.clock.now())) await removeDoomed(deps, objectKey);
  } catch (err) {
    deps.log.warn({ err, objectKey }, LEFT);
  }
}

/** Removes what crashes left behind. */
export async function sweepLooseObjects(deps: ObjectDeps): Promise<number> {
  const now = deps.clock.now();
  const oldest = new Date(now.getTime() - ARRIVED_WITHIN_MS);
  const keys = await doomBefore(deps.db, oldest, now, SWEEP_BATCH);
  for (const key of keys) await removeDoomed(deps, key);
  return keys.length;
}
