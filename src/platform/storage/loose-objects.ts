import type { Clock } from '../clock.ts';
import type { Db, Tx } from '../database/index.ts';
import type { Log } from '../log.ts';
import { StorageUnavailable } from './errors.ts';
import {
  deleteMarked,
  deleteUnmarked,
  insertLoose,
  insertMarked,
  markLoose,
  markOverdue,
} from './loose-queries.ts';
import type { Body, PutOptions, Storage } from './storage.ts';

export type ObjectDeps = { db: Db; storage: Storage; clock: Clock; log: Log };

/**
 * The time runs from the start of a write to the adoption. A writer that takes longer, such as a slow stream, must not
 * adopt.
 */
export const MAX_ARRIVAL_MS = 3_600_000;
const SWEEP_BATCH = 500;
const LEFT = 'objects that nothing refers to are left for the sweep';

/**
 * Call before the first byte is written. The objects are loose until a transaction adopts them, and the sweep deletes
 * those that stay loose. Object keys are never used twice, so a late deletion cannot hit a newer object.
 */
export function trackObjects(
  { db, clock }: Pick<ObjectDeps, 'db' | 'clock'>,
  objectKeys: readonly string[],
): Promise<void> {
  return insertLoose(db, objectKeys, clock.now());
}

/** Tracks and stores one object. */
export async function putTracked(
  deps: ObjectDeps,
  objectKey: string,
  body: Body,
  options: PutOptions,
): Promise<void> {
  await trackObjects(deps, [objectKey]);
  try {
    await deps.storage.put(objectKey, body, options);
  } catch (error) {
    await discardObjects(deps, [objectKey]);
    throw error;
  }
}

/** Call in the transaction that inserts the row that owns the object. */
export async function adoptObject(tx: Tx, objectKey: string): Promise<void> {
  if (await deleteUnmarked(tx, objectKey)) return;
  throw new StorageUnavailable(`${objectKey} was swept while it was arriving`);
}

/** Call in the transaction that deletes the row that owns the object, and `deleteMarkedObjects` after it. */
export function markForDeletion(
  { clock }: Pick<ObjectDeps, 'clock'>,
  tx: Tx,
  objectKey: string,
): Promise<void> {
  return insertMarked(tx, objectKey, clock.now());
}

/** Never throws: if the store fails, the sweep deletes the objects later. */
export async function deleteMarkedObjects(
  { db, storage, log }: Omit<ObjectDeps, 'clock'>,
  objectKeys: readonly string[],
): Promise<void> {
  if (objectKeys.length === 0) return;
  try {
    await storage.delete(objectKeys);
    await deleteMarked(db, objectKeys);
  } catch (err) {
    log.warn({ err, objects: objectKeys.length }, LEFT);
  }
}

/**
 * Removes tracked objects that are not needed after all. Safe to call when the outcome of the adopting transaction is
 * unknown: adopted objects stay. Never throws.
 */
export async function discardObjects(deps: ObjectDeps, objectKeys: readonly string[]): Promise<void> {
  try {
    await deleteMarkedObjects(deps, await markLoose(deps.db, objectKeys, deps.clock.now()));
  } catch (err) {
    deps.log.warn({ err, objects: objectKeys.length }, LEFT);
  }
}

/** Deletes one batch of objects that were never adopted or not yet deleted, and returns its size. */
export async function sweepLooseObjects(deps: ObjectDeps): Promise<number> {
  const now = deps.clock.now();
  const oldest = new Date(now.getTime() - 2 * MAX_ARRIVAL_MS);
  const objectKeys = await markOverdue(deps.db, oldest, now, SWEEP_BATCH);
  await deleteMarkedObjects(deps, objectKeys);
  return objectKeys.length;
}
