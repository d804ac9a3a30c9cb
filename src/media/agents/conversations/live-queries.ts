import { type Db, sql, type Tx } from '../../../platform/database/index.ts';
import type { Memory } from '../responders/responder.ts';
import type { ToolUse } from '../tools/toolbox.ts';
import type { Conversation, EndedReason, Latency } from './conversation.ts';
import { COLUMNS } from './queries.ts';

/** Names a conversation and the connection that writes to it. A query writes nothing for an owner who lost it. */
export type Owned = { accountId: string; id: string; owner: string };

type Lease = { now: Date; until: Date };

function ownedBy({ accountId, id, owner }: Owned) {
  return sql`id = ${id} AND account_id = ${accountId}::uuid AND turn_owner = ${owner}::uuid AND status = 'active'`;
}

/**
 * Takes the conversation even from a present owner. A client that lost its connection need not wait until the server
 * finds the old one dead.
 */
export async function takeOver(db: Db, one: Owned, { now, until }: Lease): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    UPDATE conversations SET turn_owner = ${one.owner}::uuid, turn_until = ${until}
    WHERE id = ${one.id} AND account_id = ${one.accountId}::uuid AND status = 'active' AND expires_at > ${now}
    RETURNING ${COLUMNS}`.execute(db);
  return rows[0] ?? null;
}

/** False when the owner has lost it. */
export async function extendHold(
  db: Db,
  one: Owned,
  { until, expiresAt }: { until: Date; expiresAt: Date },
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE conversations SET turn_until = ${until}, expires_at = ${expiresAt} WHERE ${ownedBy(one)} RETURNING id`.execute(
    db,
  );
  return rows.length > 0;
}

export type TurnBegin = {
  transcript: string | null;
  language: string | null;
  heardSeconds: number;
  credits: number;
  now: Date;
};

/** Returns the number of the turn; null when the owner has lost the conversation. */
export async function insertOpenTurn(tx: Tx, one: Owned, begin: TurnBegin): Promise<number | null> {
  const { transcript, language, heardSeconds, credits, now } = begin;
  const { rows } = await sql<{ number: number }>`
    WITH last AS (
      SELECT max(number) AS number FROM conversation_turns
      WHERE conversation_id = ${one.id} AND account_id = ${one.accountId}::uuid
    ), conversation AS (
      UPDATE conversations SET credits = credits + ${credits}::bigint, last_turn_at = ${now},
        turns = CASE WHEN ${transcript}::text IS NULL AND last.number IS NULL THEN 0 ELSE GREATEST(turns, COALESCE(last.number, 0) + 1) END
      FROM last WHERE ${ownedBy(one)}
      RETURNING id, account_id, turns
    )
    INSERT INTO conversation_turns (conversation_id, number, account_id, transcript, language, heard_seconds, reply, tools,
      credits, created_at)
    SELECT id, turns, account_id, ${transcript}::text, ${language}::text, ${heardSeconds}::double precision, '', '[]'::json,
      ${credits}::bigint, ${now}::timestamptz
    FROM conversation RETURNING number`.execute(tx);
  return rows[0]?.number ?? null;
}

/** `reply` is all that was said so far. False when the owner has lost the conversation. */
export async function growTurn(
  tx: Tx,
  one: Owned,
  { number, reply, credits }: { number: number; reply: string; credits: number },
): Promise<boolean> {
  const { rows } = await sql`
    WITH conversation AS (
      UPDATE conversations SET credits = credits + ${credits}::bigint WHERE ${ownedBy(one)} RETURNING id, account_id
    )
    UPDATE conversation_turns t SET reply = ${reply}, credits = t.credits + ${credits}::bigint
    FROM conversation c WHERE t.conversation_id = c.id AND t.account_id = c.account_id AND t.number = ${number}
    RETURNING t.number`.execute(tx);
  return rows.length > 0;
}

/**
 * Adds a cost of the turn that brings no new words, such as thinking. The client already has the words, so it is
 * added whoever owns the conversation now. Nothing happens if the conversation was deleted.
 */
export async function addToTurn(
  tx: Tx,
  { accountId, id }: Omit<Owned, 'owner'>,
  { number, credits }: { number: number; credits: number },
): Promise<void> {
  await sql`
    WITH conversation AS (
      UPDATE conversations SET credits = credits + ${credits}::bigint
      WHERE id = ${id} AND account_id = ${accountId}::uuid RETURNING id, account_id
    )
    UPDATE conversation_turns t SET credits = t.credits + ${credits}::bigint
    FROM conversation c WHERE t.conversation_id = c.id AND t.account_id = c.account_id AND t.number = ${number}`.execute(
    tx,
  );
}

export type TurnEnd = {
  number: number;
  reply: string;
  unheard: string | null;
  isInterrupted: boolean;
  tools: readonly ToolUse[];
  memory: Memory;
  latency: Latency;
};

export async function finishTurn(db: Db, one: Owned, turn: TurnEnd): Promise<boolean> {
  const { latency } = turn;
  const { rows } = await sql`
    WITH conversation AS (
      UPDATE conversations SET memory = ${JSON.stringify(turn.memory)}::json WHERE ${ownedBy(one)} RETURNING id, account_id
    )
    UPDATE conversation_turns t SET reply = ${turn.reply}, unheard = ${turn.unheard}, interrupted = ${turn.isInterrupted},
      tools = ${JSON.stringify(turn.tools)}::json, heard_ms = ${Math.round(latency.heard)},
      thought_ms = ${Math.round(latency.thought)}, spoke_ms = ${Math.round(latency.spoke)}
    FROM conversation c WHERE t.conversation_id = c.id AND t.account_id = c.account_id AND t.number = ${turn.number}
    RETURNING t.number`.execute(db);
  return rows.length > 0;
}

/** Null when the owner has lost it. */
export async function endOwned(
  tx: Tx,
  one: Owned,
  { reason, now }: { reason: EndedReason; now: Date },
): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    UPDATE conversations SET status = 'ended', ended_reason = ${reason}, ended_at = ${now}, turn_owner = NULL,
      turn_until = NULL
    WHERE ${ownedBy(one)} RETURNING ${COLUMNS}`.execute(tx);
  return rows[0] ?? null;
}
