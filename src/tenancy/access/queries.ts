import type { Standing } from '../../http/index.ts';
import { type Db, sql } from '../../platform/database/index.ts';

/** Across tenants: of the API keys and sessions with these ids that have not ended. */
export async function selectStandings(
  db: Db,
  ids: readonly string[],
  now: Date,
): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`
    SELECT k.id, a.plan, k.permissions, k.allowed_addresses AS "allowedAddresses"
    FROM api_keys k JOIN accounts a ON a.id = k.account_id
    WHERE k.id = ANY(${ids}::uuid[]) AND k.revoked_at IS NULL AND a.closed_at IS NULL
    UNION ALL
    SELECT s.id, a.plan, NULL, NULL FROM sessions s JOIN accounts a ON a.id = s.account_id
    WHERE s.id = ANY(${ids}::uuid[]) AND s.revoked_at IS NULL AND s.expires_at > ${now} AND a.closed_at IS NULL`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...standing }) => [id, standing]));
}
