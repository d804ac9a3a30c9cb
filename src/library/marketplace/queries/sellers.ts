import { type Db, sql } from '../../../platform/database/index.ts';

export type VerificationStatus = 'pending' | 'verified' | 'rejected';

export type VerificationRow = {
  account_id: string;
  legal_name: string;
  country: string;
  /** An older version stores it in the clear. */
  document_id: string | null;
  document_sealed: Uint8Array | null;
  status: VerificationStatus;
  reason: string | null;
  requested_at: Date;
  decided_at: Date | null;
};

const COLUMNS = sql`account_id, legal_name, country, document_id, document_sealed, status, reason, requested_at,
  decided_at`;

export async function selectVerification(db: Db, accountId: string): Promise<VerificationRow | undefined> {
  const result = await sql<VerificationRow>`
    SELECT ${COLUMNS} FROM seller_verifications WHERE account_id = ${accountId}::uuid
  `.execute(db);
  return result.rows[0];
}

type Identity = Pick<VerificationRow, 'legal_name' | 'country' | 'document_sealed'>;

/** Undefined when the account is verified already: its identity stays as it was checked. */
export async function upsertVerification(
  db: Db,
  accountId: string,
  { legal_name, country, document_sealed }: Identity,
  now: Date,
): Promise<VerificationRow | undefined> {
  const result = await sql<VerificationRow>`
    INSERT INTO seller_verifications AS s (account_id, legal_name, country, document_sealed, status, requested_at)
    VALUES (${accountId}::uuid, ${legal_name}, ${country}, ${document_sealed}::bytea, 'pending', ${now}::timestamptz)
    ON CONFLICT (account_id) DO UPDATE SET legal_name = EXCLUDED.legal_name, country = EXCLUDED.country,
      document_id = NULL, document_sealed = EXCLUDED.document_sealed, status = 'pending', reason = NULL, requested_at = EXCLUDED.requested_at,
      decided_at = NULL
      WHERE s.status <> 'verified'
    RETURNING ${COLUMNS}
  `.execute(db);
  return result.rows[0];
}

/** Payouts wait until the account names an identity again. */
export async function deleteVerification(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM seller_verifications WHERE account_id = ${accountId}::uuid`.execute(db);
}

/** Undefined when there is no pending one. */
export async function decideVerification(
  db: Db,
  decision: { accountId: string; status: 'verified' | 'rejected'; reason: string | null; now: Date },
): Promise<VerificationRow | undefined> {
  const result = await sql<VerificationRow>`
    UPDATE seller_verifications SET status = ${decision.status}, reason = ${decision.reason},
      decided_at = ${decision.now}::timestamptz
    WHERE account_id = ${decision.accountId}::uuid AND status = 'pending' RETURNING ${COLUMNS}
  `.execute(db);
  return result.rows[0];
}

/** Across tenants, for admins. The id of a verification is that of the account. */
export async function selectVerifications(
  db: Db,
  {
    status,
    before,
    limit,
  }: { status?: VerificationStatus | undefined; before: string | null; limit: number },
): Promise<(VerificationRow & { id: string })[]> {
  const result = await sql<VerificationRow & { id: string }>`
    SELECT account_id AS id, ${COLUMNS} FROM seller_verifications
    WHERE (${status ?? null}::text IS NULL OR status = ${status ?? null}::text)
      AND (${before}::uuid IS NULL OR account_id < ${before}::uuid)
    ORDER BY account_id DESC LIMIT ${limit + 1}
  `.execute(db);
  return result.rows;
}
