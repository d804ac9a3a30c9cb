import { cursorAfter, idFromCursor, isUuid, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { actOnStored, type PaymentEventDeps } from './act-on-event.ts';
import { EventNotFound, EventSettled } from './errors.ts';
import {
  type EventFilter,
  type EventRow,
  lockEventIn,
  selectEvent,
  selectEvents,
  storeAgain,
} from './queries/admin.ts';

export type EventWithPayload = EventRow & { payload: string | null };

export async function listPaymentEvents(
  db: Db,
  query: EventFilter & Page,
): Promise<{ events: EventRow[]; nextCursor: string | null }> {
  const events = await selectEvents(db, query, {
    limit: query.limit + 1,
    before: idFromCursor(query.cursor),
  });
  return { events: events.slice(0, query.limit), nextCursor: cursorAfter(events, query.limit) };
}

export async function findPaymentEvent(db: Db, id: string): Promise<EventWithPayload> {
  const event = isUuid(id) ? await selectEvent(db, id) : null;
  if (!event) throw new EventNotFound();
  return event;
}

/** Acts again on an event that had no effect, for instance after the account was opened. */
export async function replayEvent(deps: PaymentEventDeps, id: string, by: Actor): Promise<EventWithPayload> {
  const { db, clock } = deps;
  const { account_id: accountId } = await findPaymentEvent(db, id);
  const event = await db.transaction().execute(async (tx) => {
    const locked = await lockEventIn(tx, id, ['stored', 'ignored', 'held']);
    if (!locked) throw new EventSettled();
    await storeAgain(tx, id, clock.now());
    await recordAuditEvent({ tx, clock }, { accountId, by, event: 'payment.replayed', subject: id });
    return locked;
  });
  await actOnStored(deps, event);
  return findPaymentEvent(db, id);
}
