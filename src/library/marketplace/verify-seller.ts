import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/index.ts';
import type { Sealing } from '../../platform/sealing/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { documentSeal } from './documents.ts';
import { AlreadyVerified, SellerNotVerified, VerificationNotFound } from './errors.ts';
import {
  decideVerification,
  selectVerification,
  upsertVerification,
  type VerificationRow,
} from './queries/sellers.ts';

type Deps = { db: Db; clock: Clock };
type Identity = { legal_name: string; country: string; document_id: string };

export async function readVerification(db: Db, accountId: string): Promise<VerificationRow> {
  const row = await selectVerification(db, accountId);
  if (!row) throw new VerificationNotFound();
  return row;
}

export async function requestVerification(
  { db, clock, sealing }: Deps & { sealing: Sealing },
  accountId: string,
  { legal_name, country, document_id }: Identity,
): Promise<VerificationRow> {
  const identity = {
    legal_name: legal_name.trim(),
    country: country.toUpperCase(),
    document_sealed: sealing.seal(documentSeal(accountId), document_id.trim()),
  };
  const row = await upsertVerification(db, accountId, identity, clock.now());
  if (!row) throw new AlreadyVerified();
  return row;
}

/** Money goes only to a seller whose identity was checked. */
export async function requireVerified(tx: Tx, accountId: string): Promise<void> {
  const row = await selectVerification(tx, accountId);
  if (row?.status !== 'verified') throw new SellerNotVerified();
}

/** Decides on a pending seller. A second decision is refused. */
export async function verifySeller(
  { db, clock }: Deps,
  accountId: string,
  decision: { by: Actor } & ({ status: 'verified' } | { status: 'rejected'; reason: string }),
): Promise<VerificationRow> {
  const reason = decision.status === 'rejected' ? decision.reason : null;
  const { status, by } = decision;
  return db.transaction().execute(async (tx) => {
    const row = await decideVerification(tx, { accountId, status, reason, now: clock.now() });
    if (!row) throw new VerificationNotFound();
    const event = status === 'verified' ? 'seller.verified' : 'seller.rejected';
    await recordAuditEvent({ tx, clock }, { accountId, by, event, after: { status, reason } });
    return row;
  });
}
