import type { Clock } from '../platform/clock.ts';
import type { Secrets } from '../platform/config/index.ts';
import type { Db } from '../platform/database/index.ts';
import { internalError } from '../platform/errors.ts';
import { resealAll, retireOtherKeys } from '../platform/sealing/index.ts';
import { OPERATOR, recordAuditEvent } from '../tenancy/audit-log/index.ts';
import { openSealing } from './open-sealing.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

export const ROTATE_KEYS = 'rotate-keys';

const KeyNotLoaded = internalError(
  'conflict',
  'key_not_loaded',
  (wanted: string, loaded: string) =>
    `The running service seals with the key "${loaded}", not with "${wanted}". Restart it with the new DATA_KEYS, then run this again.`,
);

export type RotateKeysInput = {
  /** The id of the key that the operator wants to seal with. */
  wanted: string;
  /** A key that is lost: what only it opens is given up. */
  forget: string | null;
};

/** Seals everything with the current key, and returns the text to print. */
export async function rotateKeys(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  { wanted, forget }: RotateKeysInput,
): Promise<string> {
  const [current] = secrets.dataKeys;
  if (current.id !== wanted) throw new KeyNotLoaded(wanted, current.id);
  const { sealing } = await openSealing({ db, secrets }, forget);
  const { resealed, unreadable } = await resealAll(db, sealing, SEALED_COLUMNS, forget);
  const done = `Sealed ${resealed} stored secrets again with the key "${sealing.currentKey}".`;
  if (unreadable > 0)
    return `${done} ${unreadable} cannot be opened with any of the keys. Their owners can replace them; a second factor is replaced after signing in with a recovery code.`;
  const retired = await db.transaction().execute(async (tx) => {
    const others = await retireOtherKeys(tx, sealing);
    const after = { key: sealing.currentKey, resealed, retired: others };
    await recordAuditEvent(
      { tx, clock },
      { accountId: null, by: OPERATOR, event: 'data_key.rotated', after },
    );
    return others;
  });
  if (retired.length === 0) return done;
  return `${done} Nothing needs ${retired.map((id) => `"${id}"`).join(', ')} any more.`;
}

/** The command sends this through the control socket to the service. */
export function argsOf({ wanted, forget }: RotateKeysInput): string[] {
  return [ROTATE_KEYS, wanted, ...(forget === null ? [] : [forget])];
}

export function inputOf([, wanted = '', forget = null]: readonly (string | null)[]): RotateKeysInput {
  return { wanted: wanted ?? '', forget };
}
