import type { Static } from '@sinclair/typebox';
import { cursorAfter, idFromCursor } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { SYSTEM_CHAIN } from './chain.ts';
import { type AuditFilter, type AuditRow, selectOfAccount, selectOfAll } from './queries.ts';
import type { Details } from './record-audit-event.ts';
import type { AdminAuditQuery, AdminEventView, AuditQuery, EventView } from './schemas.ts';

export async function listAuditEvents(
  { db }: { db: Db },
  accountId: string,
  query: Static<typeof AuditQuery>,
): Promise<{ events: Static<typeof EventView>[]; next_cursor: string | null }> {
  const { rows, nextCursor } = await page(query, (slice) => selectOfAccount(db, accountId, slice));
  return { events: rows.map(viewForOwner), next_cursor: nextCursor };
}

export async function listAllAuditEvents(
  { db }: { db: Db },
  query: Static<typeof AdminAuditQuery>,
): Promise<{ events: Static<typeof AdminEventView>[]; next_cursor: string | null }> {
  const { account_id: accountId, actor_account_id: actorAccountId, actor } = query;
  const { rows, nextCursor } = await page(query, (slice) => {
    const filtered = { ...slice, actor, actorAccountId };
    return accountId === undefined ? selectOfAll(db, filtered) : selectOfAccount(db, accountId, filtered);
  });
  return { events: rows.map(viewForAdmin), next_cursor: nextCursor };
}

/** Reads a slice for the account's archive. */
export async function readAuditEvents(
  { db }: { db: Db },
  accountId: string,
  slice: { limit: number; before: string | null },
): Promise<Static<typeof EventView>[]> {
  return (await selectOfAccount(db, accountId, slice)).map(viewForOwner);
}

async function page(
  query: Static<typeof AuditQuery>,
  select: (slice: AuditFilter & { limit: number; before: string | null }) => Promise<AuditRow[]>,
) {
  const { limit, cursor, event, from, to } = query;
  const times = { from: from && lowestIdAt(new Date(from)), to: to && lowestIdAt(new Date(to)) };
  const rows = await select({ ...times, event, limit: limit + 1, before: idFromCursor(cursor) });
  return { rows: rows.slice(0, limit), nextCursor: cursorAfter(rows, limit) };
}

/** Ids begin with their time in milliseconds, so that a span of time is a span of the index. */
export function lowestIdAt(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Customers learn that it was an administrator, but not which one and from where. */
function viewForOwner(row: AuditRow): Static<typeof EventView> {
  const view = viewOf(row);
  return row.actor === 'administrator'
    ? { ...view, credential: null, address: null, user_agent: null }
    : view;
}

function viewForAdmin(row: AuditRow): Static<typeof AdminEventView> {
  return {
    ...viewOf(row),
    account_id: row.chain === SYSTEM_CHAIN ? null : row.chain,
    account_email: row.accountEmail,
    actor_account_id: row.actorAccountId,
    actor_email: row.actorEmail,
  };
}

function viewOf(row: AuditRow): Static<typeof EventView> {
  const { id, seq, event, subject, actor, credentialKind, credentialId } = row;
  const details = JSON.parse(row.details ?? '{}') as Details;
  return {
    id,
    at: row.at.toISOString(),
    event,
    subject,
    actor,
    credential: credentialKind && credentialId ? { kind: credentialKind, id: credentialId } : null,
    address: details.address ?? null,
    user_agent: details.userAgent ?? null,
    before: merged(row.before, details.before),
    after: merged(row.after, details.after),
    erased: row.details === null,
    seq,
    hash: row.hash.toString('hex'),
  };
}

function merged(kept: string | null, erasable: Details['before']): Record<string, unknown> | null {
  if (kept === null && !erasable) return null;
  return { ...(JSON.parse(kept ?? '{}') as object), ...erasable };
}
