import { type Db, type Sql, sql } from '../../platform/database/index.ts';

type Mark = { accountId: string; kind: 'network' | 'card'; mark: Buffer; expiresAt: Date };

export async function upsertMark(db: Db, { accountId, kind, mark, expiresAt }: Mark): Promise<void> {
  await sql`
    INSERT INTO account_marks (account_id, kind, mark, expires_at)
    VALUES (${accountId}::uuid, ${kind}, ${mark}::bytea, ${expiresAt}::timestamptz)
    ON CONFLICT (account_id, kind, mark) DO UPDATE SET expires_at = EXCLUDED.expires_at`.execute(db);
}

const BATCH = 1_000;

/** Across tenants. */
export async function deleteMarks(db: Db, now: Date): Promise<number> {
  const { rows } = await sql`
    DELETE FROM account_marks WHERE ctid IN (
      SELECT ctid FROM account_marks WHERE expires_at <= ${now}::timestamptz LIMIT ${BATCH}
    ) RETURNING account_id`.execute(db);
  return rows.length;
}

export async function forgetMarks(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM account_marks WHERE account_id = ${accountId}::uuid`.execute(db);
}

/** More accounts than these behind one address are an office or a mobile network, and say nothing about two of them. */
const MAX_SHARING = 3;

/**
 * Whether two accounts are plainly one person's: the same card, the same address of the network, or the same mailbox, of which
 * both accounts have proved to be the owner. For the statement that settles a charge.
 */
export function isSamePerson(one: Sql, other: Sql, now: Sql): Sql {
  return sql`(EXISTS (
      SELECT FROM account_marks mine JOIN account_marks theirs USING (kind, mark)
      WHERE mine.account_id = ${one} AND theirs.account_id = ${other}
        AND mine.expires_at > ${now} AND theirs.expires_at > ${now}
        AND (kind = 'card' OR ${MAX_SHARING} >= (SELECT count(*) FROM account_marks m
          WHERE m.kind = mine.kind AND m.mark = mine.mark AND m.expires_at > ${now}))
    ) OR EXISTS (
      SELECT FROM accounts mine JOIN accounts theirs ON theirs.id = ${other}
      WHERE mine.id = ${one} AND mine.email_verified_at IS NOT NULL AND theirs.email_verified_at IS NOT NULL
        AND ${mailboxOf(sql`mine.email_key`)} = ${mailboxOf(sql`theirs.email_key`)}
    ))`;
}

/** Leaves out what comes after a plus sign, and dots for Gmail: such addresses share a mailbox. */
function mailboxOf(email: Sql): Sql {
  const plain = sql`regexp_replace(${email}, '[+][^@]*@', '@')`;
  return sql`CASE WHEN ${email} ~ '@(gmail|googlemail)[.]com$'
    THEN replace(split_part(${plain}, '@', 1), '.', '') || '@gmail.com' ELSE ${plain} END`;
}
