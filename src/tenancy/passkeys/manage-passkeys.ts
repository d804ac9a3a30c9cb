import { isUuid } from '../../http/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Actor, recordAuditEvent } from '../audit-log/index.ts';
import { revokeSessionsOfPasskey } from '../sessions/index.ts';
import { PasskeyNotFound } from './errors.ts';
import { deletePasskey, lockOwner, type Passkey, selectPasskeys, updateName } from './queries.ts';

type Deps = { db: Db; clock: Clock };
type Which = { accountId: string; id: string; by: Actor };

export function listPasskeys({ db }: { db: Db }, accountId: string): Promise<Passkey[]> {
  return selectPasskeys(db, accountId);
}

export function renamePasskey(deps: Deps, input: Which & { name: string }): Promise<Passkey> {
  const { accountId, id, name, by } = input;
  return deps.db.transaction().execute(async (tx) => {
    const renamed = isUuid(id) ? await updateName(tx, { accountId, id, name }) : null;
    if (!renamed) throw new PasskeyNotFound();
    const personal = { before: { name: renamed.before }, after: { name } };
    await recordAuditEvent(
      { ...deps, tx },
      { accountId, by, event: 'passkey.changed', subject: id, personal },
    );
    return renamed.passkey;
  });
}

/** Ends the sessions that it opened too, for the device may be lost, but not the one that asks. */
export async function removePasskey(deps: Deps, { accountId, id, by }: Which): Promise<void> {
  if (!isUuid(id)) throw new PasskeyNotFound();
  await deps.db.transaction().execute(async (tx) => {
    await lockOwner(tx, accountId);
    const except = by.credential?.id ?? null;
    await revokeSessionsOfPasskey({ ...deps, db: tx }, { accountId, passkeyId: id, except });
    const name = await deletePasskey(tx, accountId, id);
    if (name === null) throw new PasskeyNotFound();
    const personal = { before: { name } };
    await recordAuditEvent(
      { ...deps, tx },
      { accountId, by, event: 'passkey.removed', subject: id, personal },
    );
  });
}
