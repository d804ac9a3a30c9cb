import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { silentLog } from '../log.ts';
import type { Database } from './database.ts';
import { quoted } from './listeners.ts';
import { migrate } from './migrate.ts';
import { fingerprint, readMigrations } from './migration-files.ts';
import { openPostgres } from './postgres.ts';
import { refuseQueriesBesideTransactions } from './testing-guard.ts';

const TEMPLATE_LOCK = 8_675_310;

export async function openScratchDatabase(adminUrl: string): Promise<Database> {
  const name = `vox_test_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, async (admin) => {
    const template = await ensureTemplate(admin, adminUrl);
    await admin.query(`create database ${quoted(name)} template ${quoted(template)} strategy file_copy`);
  });
  const database = await openPatiently(urlOf(adminUrl, name));
  refuseQueriesBesideTransactions(database.db);
  return {
    ...database,
    close: async () => {
      await database.close();
      await asAdmin(adminUrl, (admin) => admin.query(`drop database ${quoted(name)} with (force)`));
    },
  };
}

/** Other connections to the same database, as a second node has them. */
export async function openBeside(adminUrl: string, { db }: Database): Promise<Database> {
  const { rows } = await sql<{ name: string }>`SELECT current_database() AS name`.execute(db);
  return openPatiently(urlOf(adminUrl, rows[0]?.name ?? ''));
}

/** The database has no tables, as when an operator provides it for the first start. */
export async function openEmptyDatabase(adminUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `vox_empty_${randomUUID().replaceAll('-', '')}`;
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${quoted(name)}`));
  return {
    url: urlOf(adminUrl, name),
    async drop() {
      await asAdmin(adminUrl, (admin) => admin.query(`drop database ${quoted(name)} with (force)`));
    },
  };
}

export async function openBareDatabase(adminUrl: string): Promise<Database> {
  const { url, drop } = await openEmptyDatabase(adminUrl);
  const database = await openPatiently(url);
  return {
    ...database,
    close: async () => {
      await database.close();
      await drop();
    },
  };
}

async function ensureTemplate(admin: pg.Client, adminUrl: string): Promise<string> {
  const migrations = await readMigrations();
  const template = `vox_template_${fingerprint(migrations)}`;
  await admin.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK]);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [template]);
    if (rowCount) return template;
    const draft = `vox_draft_${randomUUID().replaceAll('-', '')}`;
    await admin.query(`create database ${quoted(draft)}`);
    const database = await openPatiently(urlOf(adminUrl, draft));
    await migrate(database, { log: silentLog, migrations });
    await database.close();
    await admin.query(`alter database ${quoted(draft)} rename to ${quoted(template)}`);
    return template;
  } finally {
    await admin.query('select pg_advisory_unlock($1)', [TEMPLATE_LOCK]);
  }
}

/** These limits are longer than a busy machine stalls. */
function openPatiently(databaseUrl: string): Promise<Database> {
  const timeouts = { connectMs: 300_000, statementMs: 300_000 };
  return openPostgres({ databaseUrl, timeouts, log: silentLog });
}

async function asAdmin<T>(adminUrl: string, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function urlOf(adminUrl: string, database: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${database}`;
  return url.href;
}
