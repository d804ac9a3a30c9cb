import type { Clock } from '../../platform/clock.ts';
import { type Db, sql } from '../../platform/database/index.ts';
import { domainError } from '../../platform/errors.ts';
import { OPERATOR, recordAuditEvent } from '../audit-log/index.ts';

/** These decide whether an account is an administrator's. */
export type AdminFacts = { email: string; emailVerified: boolean; adminGranted: boolean };
export type IsAdmin = (account: AdminFacts) => boolean;

export type Administrator = AdminFacts & { id: string; createdAt: Date };

export const NoSuchAccount = domainError(
  'not_found',
  'account_not_found',
  (email: string) => `There is no account with the address ${email}. Sign up with it first.`,
);

/** A query that uses these must join `accounts` as `a`. */
export const ADMIN_COLUMNS = sql`a.email, a.email_verified_at IS NOT NULL AS "emailVerified",
  a.admin_granted AS "adminGranted"`;

/** Anybody can sign up with a listed address, so it counts only once its owner has verified it. */
export function adminsFrom(adminEmails: readonly string[]): IsAdmin {
  const isListed = listOf(adminEmails);
  return ({ email, emailVerified, adminGranted }) => adminGranted || (emailVerified && isListed(email));
}

export function listOf(emails: readonly string[]): (email: string) => boolean {
  const listed = new Set(emails.map((email) => email.trim().toLowerCase()));
  return (email) => listed.has(email.toLowerCase());
}

/** Across tenants: called on the machine itself, never by a route. */
export async function setAdmin(
  deps: { db: Db; clock: Clock },
  email: string,
  granted: boolean,
): Promise<Administrator> {
  return deps.db.transaction().execute(async (tx) => {
    const { rows } = await sql<Administrator>`
    UPDATE accounts a SET admin_granted = ${granted} WHERE email_key = lower(${email.trim()})
    RETURNING id, created_at AS "createdAt", ${ADMIN_COLUMNS}`.execute(tx);
    const [account] = rows;
    if (!account) throw new NoSuchAccount(email);
    const event = granted ? 'admin.granted' : 'admin.revoked';
    await recordAuditEvent({ ...deps, tx }, { accountId: account.id, by: OPERATOR, event });
    return account;
  });
}

/** Accounts with a grant, and those whose address is listed whether verified or not. */
export async function listAdministrators(db: Db, adminEmails: readonly string[]): Promise<Administrator[]> {
  const listed = JSON.stringify(adminEmails.map((email) => email.toLowerCase()));
  const { rows } = await sql<Administrator>`
    SELECT id, created_at AS "createdAt", ${ADMIN_COLUMNS} FROM accounts a
    WHERE admin_granted OR email_key IN (SELECT jsonb_array_elements_text(${listed}::jsonb))
    ORDER BY email_key`.execute(db);
  return rows;
}
