import { type Db, sql, type Tx } from '../../../platform/database/index.ts';

export type Document = { id: string; name: string; characters: number; createdAt: Date };
export type NewDocument = Document & { agentId: string; text: string };

export async function insertDocument(tx: Tx, accountId: string, one: NewDocument): Promise<void> {
  await sql`
    WITH version AS (
      UPDATE agents SET knowledge_version = knowledge_version + 1
      WHERE id = ${one.agentId} AND account_id = ${accountId}::uuid RETURNING id, account_id
    )
    INSERT INTO agent_documents (id, agent_id, account_id, name, text, characters, created_at)
    SELECT ${one.id}::text, id, account_id, ${one.name}::text, ${one.text}::text, ${one.characters}::int,
      ${one.createdAt}::timestamptz
    FROM version`.execute(tx);
}

export async function sumDocuments(
  tx: Tx,
  accountId: string,
  agentId: string,
): Promise<{ documents: number; characters: number }> {
  const { rows } = await sql<{ documents: number; characters: number }>`
    SELECT count(*)::int AS documents, COALESCE(sum(characters), 0)::int AS characters FROM agent_documents
    WHERE agent_id = ${agentId} AND account_id = ${accountId}::uuid`.execute(tx);
  return rows[0] ?? { documents: 0, characters: 0 };
}

/** Oldest first. */
export async function selectDocuments(db: Db, accountId: string, agentId: string): Promise<Document[]> {
  const { rows } = await sql<Document>`
    SELECT id, name, characters, created_at AS "createdAt" FROM agent_documents
    WHERE agent_id = ${agentId} AND account_id = ${accountId}::uuid ORDER BY id`.execute(db);
  return rows;
}

export async function selectTexts(
  db: Db,
  accountId: string,
  agentId: string,
): Promise<{ name: string; text: string }[]> {
  const { rows } = await sql<{ name: string; text: string }>`
    SELECT name, text FROM agent_documents
    WHERE agent_id = ${agentId} AND account_id = ${accountId}::uuid ORDER BY id`.execute(db);
  return rows;
}

/** False when the agent has no such document. */
export async function deleteDocumentRow(
  db: Db,
  accountId: string,
  agentId: string,
  id: string,
): Promise<boolean> {
  const { rows } = await sql`
    WITH gone AS (
      DELETE FROM agent_documents
      WHERE id = ${id} AND agent_id = ${agentId} AND account_id = ${accountId}::uuid RETURNING agent_id
    )
    UPDATE agents SET knowledge_version = knowledge_version + 1 FROM gone WHERE agents.id = gone.agent_id
    RETURNING agents.id`.execute(db);
  return rows.length > 0;
}
