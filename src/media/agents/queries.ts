import { type Db, sql, type Tx } from '../../platform/database/index.ts';
import type { Agent, AgentSummary } from './agent.ts';

const COLUMNS = sql`id, name, created_at AS "createdAt", updated_at AS "updatedAt"`;
const WHOLE = sql`${COLUMNS}, settings, tool_headers_sealed AS "headersSealed",
  knowledge_version::int AS "knowledgeVersion"`;

/** Until the transaction ends nobody else adds an agent to the account. */
export async function lockAndCountAgents(tx: Tx, accountId: string): Promise<number> {
  await sql`SELECT FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`.execute(tx);
  const { rows } = await sql<{ agents: number }>`
    SELECT count(*)::int AS agents FROM agents WHERE account_id = ${accountId}::uuid`.execute(tx);
  return rows[0]?.agents ?? 0;
}

export async function insertAgent(tx: Tx, accountId: string, agent: Agent): Promise<void> {
  await sql`
    INSERT INTO agents (id, account_id, name, settings, tool_headers_sealed, created_at, updated_at)
    VALUES (${agent.id}, ${accountId}::uuid, ${agent.name}, ${JSON.stringify(agent.settings)}::json,
            ${agent.headersSealed}::bytea, ${agent.createdAt}, ${agent.updatedAt})`.execute(tx);
}

/** Newest first, without their settings. */
export async function selectAgents(
  db: Db,
  accountId: string,
  page: { limit: number; before: string | null },
): Promise<AgentSummary[]> {
  const { rows } = await sql<AgentSummary>`
    SELECT ${COLUMNS} FROM agents
    WHERE account_id = ${accountId}::uuid AND (${page.before}::text IS NULL OR id < ${page.before}::text)
    ORDER BY id DESC LIMIT ${page.limit}`.execute(db);
  return rows;
}

export async function findAgent(db: Db, accountId: string, id: string): Promise<Agent | null> {
  const { rows } = await sql<Agent>`
    SELECT ${WHOLE} FROM agents WHERE account_id = ${accountId}::uuid AND id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export async function lockAgent(tx: Tx, accountId: string, id: string): Promise<Agent | null> {
  const { rows } = await sql<Agent>`
    SELECT ${WHOLE} FROM agents WHERE account_id = ${accountId}::uuid AND id = ${id} FOR UPDATE`.execute(tx);
  return rows[0] ?? null;
}

export async function updateAgent(
  tx: Tx,
  accountId: string,
  { id, name, settings, headersSealed, updatedAt }: Omit<Agent, 'knowledgeVersion' | 'createdAt'>,
): Promise<void> {
  await sql`
    UPDATE agents SET name = ${name}, settings = ${JSON.stringify(settings)}::json,
      tool_headers_sealed = ${headersSealed}::bytea, updated_at = ${updatedAt}
    WHERE account_id = ${accountId}::uuid AND id = ${id}`.execute(tx);
}

/** False when the account has no such agent. */
export async function deleteAgentRow(db: Db, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    DELETE FROM agents WHERE account_id = ${accountId}::uuid AND id = ${id} RETURNING id`.execute(db);
  return rows.length > 0;
}

export async function deleteAgents(db: Db, accountId: string): Promise<void> {
  await sql`DELETE FROM agents WHERE account_id = ${accountId}::uuid`.execute(db);
}
