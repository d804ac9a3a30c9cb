import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { AgentSettings } from '../agent.ts';
import type { Memory } from '../responders/responder.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { Conversation, EndedReason, Turn } from './conversation.ts';

export const COLUMNS = sql`id, agent_id AS "agentId", agent_name AS "agentName", status, ended_reason AS "endedReason", memory,
  turns, credits::int AS credits, started_at AS "startedAt", last_turn_at AS "lastTurnAt", expires_at AS "expiresAt",
  ended_at AS "endedAt"`;

export async function countActive(db: Db, accountId: string, now: Date): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    SELECT count(*)::int AS active FROM conversations
    WHERE account_id = ${accountId}::uuid AND status = 'active' AND expires_at > ${now}`.execute(db);
  return rows[0]?.active ?? 0;
}

/** Until the transaction ends nobody else starts a conversation in the account. */
export async function lockAndCountActive(tx: Tx, accountId: string, now: Date): Promise<number> {
  await sql`SELECT FROM accounts WHERE id = ${accountId}::uuid FOR NO KEY UPDATE`.execute(tx);
  return countActive(tx, accountId, now);
}

/** `turn`: who speaks first, before anybody else may take a turn. */
export async function insertConversation(
  tx: Tx,
  accountId: string,
  one: Conversation,
  { turn, startedBy }: { turn: { owner: string; until: Date } | null; startedBy: string },
): Promise<void> {
  await sql`
    INSERT INTO conversations (id, account_id, agent_id, agent_name, status, memory, turn_owner, turn_until, started_at,
      last_turn_at, expires_at, started_by)
    VALUES (${one.id}, ${accountId}::uuid, ${one.agentId}, ${one.agentName}, 'active', ${JSON.stringify(one.memory)}::json,
      ${turn?.owner ?? null}::uuid, ${turn?.until ?? null}::timestamptz, ${one.startedAt}, ${one.lastTurnAt},
      ${one.expiresAt}, ${startedBy})`.execute(tx);
}

/** Gives the conversation to one turn. Null while another has it, and when it has ended or is not there. */
export async function claimTurn(
  db: Db,
  accountId: string,
  id: string,
  { owner, now, until }: { owner: string; now: Date; until: Date },
): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    UPDATE conversations SET turn_owner = ${owner}::uuid, turn_until = ${until}
    WHERE id = ${id} AND account_id = ${accountId}::uuid AND status = 'active' AND expires_at > ${now}
      AND (turn_until IS NULL OR turn_until <= ${now})
    RETURNING ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

export async function extendTurn(
  db: Db,
  accountId: string,
  id: string,
  { owner, until }: { owner: string; until: Date },
): Promise<void> {
  await sql`
    UPDATE conversations SET turn_until = ${until}
    WHERE id = ${id} AND turn_owner = ${owner}::uuid AND account_id = ${accountId}::uuid`.execute(db);
}

export async function releaseTurn(db: Db, accountId: string, id: string, owner: string): Promise<void> {
  await sql`
    UPDATE conversations SET turn_owner = NULL, turn_until = NULL
    WHERE id = ${id} AND account_id = ${accountId}::uuid AND turn_owner = ${owner}::uuid`.execute(db);
}

export type TurnCommit = {
  owner: string;
  memory: Memory;
  turn: Turn;
  expiresAt: Date;
  ended: EndedReason | null;
};

/** False when the turn no longer belongs to its owner: then nothing is written. */
export async function commitTurnRow(
  tx: Tx,
  accountId: string,
  id: string,
  { owner, memory, turn, expiresAt, ended }: TurnCommit,
): Promise<boolean> {
  const { createdAt: now, latency } = turn;
  const { rows } = await sql`
    WITH conversation AS (
      UPDATE conversations SET memory = ${JSON.stringify(memory)}::json, turn_owner = NULL, turn_until = NULL,
        turns = GREATEST(turns, ${turn.number}::int), credits = credits + ${turn.credits}::bigint, last_turn_at = ${now},
        expires_at = ${expiresAt}, ended_reason = ${ended}::text,
        status = ${ended ? 'ended' : 'active'}::text, ended_at = ${ended ? now : null}::timestamptz
      WHERE id = ${id} AND account_id = ${accountId}::uuid AND turn_owner = ${owner}::uuid
      RETURNING id, account_id
    )
    INSERT INTO conversation_turns (conversation_id, number, account_id, transcript, language, heard_seconds, reply, tools,
      generation_id, credits, heard_ms, thought_ms, spoke_ms, created_at)
    SELECT id, ${turn.number}::int, account_id, ${turn.transcript}::text, ${turn.language}::text,
      ${turn.heardSeconds}::double precision, ${turn.reply}::text, ${JSON.stringify(turn.tools)}::json,
      ${turn.generationId}::uuid, ${turn.credits}::bigint, ${Math.round(latency.heard)}::int,
      ${Math.round(latency.thought)}::int, ${Math.round(latency.spoke)}::int, ${now}::timestamptz
    FROM conversation RETURNING number`.execute(tx);
  return rows.length > 0;
}

export async function findConversation(db: Db, accountId: string, id: string): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    SELECT ${COLUMNS} FROM conversations WHERE id = ${id} AND account_id = ${accountId}::uuid`.execute(db);
  return rows[0] ?? null;
}

export type ConversationFilter = {
  limit: number;
  before: string | null;
  agentId?: string | undefined;
  status?: string | undefined;
};

/** Newest first. */
export async function selectConversations(
  db: Db,
  accountId: string,
  { limit, before, agentId, status }: ConversationFilter,
): Promise<Conversation[]> {
  const { rows } = await sql<Conversation>`
    SELECT ${COLUMNS} FROM conversations
    WHERE account_id = ${accountId}::uuid AND (${before}::text IS NULL OR id < ${before}::text)
      AND (${agentId ?? null}::text IS NULL OR agent_id = ${agentId ?? null}::text)
      AND (${status ?? null}::text IS NULL OR status = ${status ?? null}::text)
    ORDER BY id DESC LIMIT ${limit}`.execute(db);
  return rows;
}

type TurnRow = Omit<Turn, 'latency'> & { heardMs: number; thoughtMs: number; spokeMs: number };

/** The last ones, oldest first. */
export async function selectTurns(db: Db, accountId: string, id: string, limit: number): Promise<Turn[]> {
  const { rows } = await sql<TurnRow>`
    SELECT number, transcript, language, heard_seconds AS "heardSeconds", reply, tools, generation_id AS "generationId",
      audio_key IS NOT NULL AS "hasCallerAudio", reply_audio_key IS NOT NULL AS "hasReplyAudio", interrupted, unheard,
      credits::int AS credits, heard_ms AS "heardMs", thought_ms AS "thoughtMs", spoke_ms AS "spokeMs",
      created_at AS "createdAt"
    FROM conversation_turns WHERE conversation_id = ${id} AND account_id = ${accountId}::uuid
    ORDER BY number DESC LIMIT ${limit}`.execute(db);
  return rows.reverse().map(({ heardMs, thoughtMs, spokeMs, ...turn }) => ({
    ...turn,
    tools: turn.tools as readonly ToolUse[],
    latency: { heard: heardMs, thought: thoughtMs, spoke: spokeMs },
  }));
}

/** Null when it had ended before, or is not there. */
export async function endRow(
  tx: Tx,
  accountId: string,
  id: string,
  { reason, now }: { reason: EndedReason; now: Date },
): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    UPDATE conversations SET status = 'ended', ended_reason = ${reason}, ended_at = ${now}, turn_owner = NULL,
      turn_until = NULL
    WHERE id = ${id} AND account_id = ${accountId}::uuid AND status = 'active' RETURNING ${COLUMNS}`.execute(
    tx,
  );
  return rows[0] ?? null;
}

export async function selectActiveOf(tx: Tx, accountId: string, agentId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM conversations
    WHERE account_id = ${accountId}::uuid AND agent_id = ${agentId} AND status = 'active'`.execute(tx);
  return rows.map(({ id }) => id);
}

export type DueRow = {
  id: string;
  accountId: string;
  startedAt: Date;
  expiresAt: Date;
  settings: AgentSettings | null;
};

/** Across tenants, for the sweep. A turn in progress keeps its conversation. */
export async function lockDue(tx: Tx, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    SELECT c.id, c.account_id AS "accountId", c.started_at AS "startedAt", c.expires_at AS "expiresAt", a.settings
    FROM conversations c LEFT JOIN agents a ON a.id = c.agent_id
    WHERE c.status = 'active' AND c.expires_at <= ${now} AND (c.turn_until IS NULL OR c.turn_until <= ${now})
    ORDER BY c.expires_at LIMIT ${limit} FOR UPDATE OF c SKIP LOCKED`.execute(tx);
  return rows;
}
