import { createHmac } from 'node:crypto';
import { type Db, sql } from '../../platform/database/index.ts';
import { mailboxOf } from './mailbox.ts';

/** Whether this is the first use of the address, ever. Of two accounts at the same moment one is first. */
export async function claimAddress(
  db: Db,
  key: Buffer,
  { email, now }: { email: string; now: Date },
): Promise<boolean> {
  const hash = createHmac('sha256', key).update(mailboxOf(email)).digest();
  const { rows } = await sql`
    INSERT INTO used_addresses (hash, used_at) VALUES (${hash}::bytea, ${now}::timestamptz)
    ON CONFLICT DO NOTHING RETURNING hash`.execute(db);
  return rows.length > 0;
}
