import { access } from 'node:fs/promises';
import { findSecrets } from '../../../platform/config/index.ts';
import { findRestoration, inspectSchema, sql } from '../../../platform/database/index.ts';
import { DomainError } from '../../../platform/errors.ts';
import { createSealing, findMissingKeys } from '../../../platform/sealing/index.ts';
import { type Finding, fault, good, warning } from '../check.ts';
import { onServer } from './server.ts';

export const schema = onServer('database-schema', async (db) => {
  try {
    const known = await inspectSchema(db);
    if (known === null) return [await judgeEmpty(db)];
    const restoration = await findRestoration(db);
    const released = restoration === null ? [] : [judgeRestored(restoration.backupId)];
    if (known.pending.length === 0)
      return released.length > 0 ? released : [good('The tables are those of this version.')];
    return [judgePending(known.pending), ...released];
  } catch (error) {
    // A newer schema, a changed history or half a restore: the message says what to do.
    if (!(error instanceof DomainError)) throw error;
    return [fault(error.public, REMEDIES[error.code] ?? 'Restore a backup: ./run restore FROM.')];
  }
});

const REMEDIES: Record<string, string> = {
  migration_refused:
    'Start the version that migrated it, or run ./run restore FROM with a backup from before.',
  half_restored: 'Run ./run restore FROM again with the same backup.',
};

async function judgeEmpty(db: Parameters<typeof inspectSchema>[0]): Promise<Finding> {
  const { rows } = await sql<{ tables: number }>`
    SELECT count(*)::int AS tables FROM pg_tables WHERE schemaname = current_schema()`.execute(db);
  const tables = rows[0]?.tables ?? 0;
  if (tables === 0) return good('The database is empty. The first start creates its tables.');
  return fault(
    `The database has ${tables} tables of another program, and none of this one.`,
    'Create a database of its own and name it in DATABASE_URL.',
  );
}

function judgePending(pending: readonly string[]): Finding {
  const count = pending.length === 1 ? '1 migration is' : `${pending.length} migrations are`;
  return warning(
    `The database is of an older version: ${count} pending, from ${pending[0]} on. The next start applies them, and there is no way back.`,
    'Run ./run backup TO and ./run migrate --dry-run first.',
  );
}

export function judgeRestored(backupId: string): Finding {
  return warning(
    `This is a copy from backup ${backupId}: it sends no webhooks and no mail by itself and charges no saved card.`,
    'If it takes the place of the original, run ./run admin release.',
  );
}

/** Whether what is sealed in the database can be opened with the keys that there are. */
export const keys = onServer('database-keys', async (db, { config }) => {
  const { rows } = await sql<{ known: boolean }>`
    SELECT to_regclass('data_keys') IS NOT NULL AS known`.execute(db);
  if (!rows[0]?.known) return [];
  // It reads at once, and a dead network folder must hold up this check alone.
  await access(config.dataDir).catch(() => undefined);
  const secrets = findSecrets(config);
  const missing = secrets ? await findMissingKeys(db, createSealing(secrets.dataKeys)) : await selectKeys(db);
  if (missing.length === 0) return [good('Everything that is sealed in the database can be opened.')];
  const names = missing.map((id) => `"${id}"`).join(', ');
  return [
    fault(
      `Secrets in the database are sealed with the key ${names}, which is not here or has another value. The service does not start.`,
      `Set DATA_KEYS and SESSION_SECRET as they were, or put secrets.json and data-key.json back into ${config.dataDir}. If a key is lost: ./run rotate-keys --forget ID.`,
    ),
  ];
});

async function selectKeys(db: Parameters<typeof inspectSchema>[0]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`SELECT id FROM data_keys ORDER BY id`.execute(db);
  return rows.map(({ id }) => id);
}
