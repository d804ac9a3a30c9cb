import { type Db, sql, type Tx } from '../../platform/database/index.ts';

export type Run = { id: string; name: string; operation: string; createdAt: Date; updatedAt: Date };
export type WholeRun = Run & { request: Record<string, unknown> };
export type RunChange = { name?: string | undefined; request?: Record<string, unknown> | undefined };

const COLUMNS = sql`id, name, operation, created_at AS "createdAt", updated_at AS "updatedAt"`;

/** Until the transaction ends nobody else adds a run to the account. */
export async function lockAndCountRuns(tx: Tx, accountId: string): Promise<number> {
  await sql`SELECT FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ runs: number }>`
    SELECT count(*)::int AS runs FROM saved_runs WHERE account_id = ${accountId}::uuid`.execute(tx);
  return rows[0]?.runs ?? 0;
}

export async function insertRun(tx: Tx, accountId: string, run: WholeRun): Promise<void> {
  await sql`
    INSERT INTO saved_runs (id, account_id, name, operation, request, created_at, updated_at)
    VALUES (${run.id}, ${accountId}::uuid, ${run.name}, ${run.operation}, ${JSON.stringify(run.request)}::json,
            ${run.createdAt}, ${run.updatedAt})`.execute(tx);
}

/** Newest first. Without the requests, which may be long. */
export async function selectRuns(
  db: Db,
  accountId: string,
  page: { limit: number; before: string | null },
): Promise<Run[]> {
  const { rows } = await sql<Run>`
    SELECT ${COLUMNS} FROM saved_runs
    WHERE account_id = ${accountId}::uuid AND (${page.before}::text IS NULL OR id < ${page.before}::text)
    ORDER BY id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function findRun(db: Db, accountId: string, id: string): Promise<WholeRun | null> {
  const { rows } = await sql<WholeRun>`
    SELECT ${COLUMNS}, request FROM saved_runs WHERE account_id = ${accountId}::uuid AND id = ${id}`.execute(
    db,
  );
  return rows[0] ?? null;
}

/** Changes what is given. Null when the account has no such run. */
export async function updateRun(
  db: Db,
  accountId: string,
  id: string,
  { name, request, now }: RunChange & { now: Date },
): Promise<Run | null> {
  const { rows } = await sql<Run>`
    UPDATE saved_runs SET name = COALESCE(${name ?? null}, name), updated_at = ${now},
      request = COALESCE(${request === undefined ? null : JSON.stringify(request)}::json, request)
    WHERE account_id = ${accountId}::uuid AND id = ${id} RETURNING ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

/** False when the account has no such run. */
export async function deleteRun(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM saved_runs WHERE account_id = ${accountId}::uuid AND id = ${id} RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function deleteRuns(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM saved_runs WHERE account_id = ${accountId}::uuid`.execute(db);
}
