import { type Db, findRestoration } from '../platform/database/index.ts';
import type { Log } from '../platform/log.ts';

const LOOK_EVERY_MS = 5_000;

export type Hold = { isHeld(): boolean; close(): void };

/**
 * A restored copy sends no webhook and no mail and charges no card by itself until the operator releases it: the service that it
 * was copied from may have done so, or still be running.
 */
export async function openHold({ db, log }: { db: Db; log: Log }): Promise<Hold> {
  const restoration = await findRestoration(db);
  let on = restoration !== null;
  if (restoration)
    log.warn(
      { backup: restoration.backupId, takenAt: restoration.takenAt },
      'restored from a backup: webhooks, mail of its own accord and charges of saved cards wait for `./run admin release`',
    );
  const look = async (): Promise<void> => {
    on = (await findRestoration(db)) !== null;
    if (on) return;
    clearInterval(timer);
    log.info('released: webhooks, mail and charges go on');
  };
  const timer = setInterval(() => {
    look().catch((err: unknown) => log.warn({ err }, 'cannot see yet whether this copy was released'));
  }, LOOK_EVERY_MS).unref();
  if (!on) clearInterval(timer);
  return { isHeld: () => on, close: () => clearInterval(timer) };
}
