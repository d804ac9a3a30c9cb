import { cursorAfter, idFromCursor, isUuid, type Page } from '../../http/index.ts';
import type { Db } from '../../platform/database/index.ts';
import { AccountNotFound, lockAccount } from '../../tenancy/accounts/index.ts';
import { changePlan } from '../ledger/index.ts';
import { creditPayment } from '../payments/index.ts';
import { actOnEvent, type PaymentEventDeps } from './act-on-event.ts';
import { done } from './acting.ts';
import { EventNotFound, EventNotHeld, EventSettled } from './errors.ts';
import { readDelivery } from './inbound.ts';
import {
  type EventFilter,
  type EventRow,
  lockEventIn,
  selectEvent,
  selectEvents,
  storeAgain,
} from './queries/admin.ts';
import { markEvent, wakeEvents } from './queries/events.ts';

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
export async function replayEvent(deps: PaymentEventDeps, id: string): Promise<EventWithPayload> {
  const { db, clock } = deps;
  await findPaymentEvent(db, id);
  const event = await db.transaction().execute(async (tx) => {
    const locked = await lockEventIn(tx, id, ['stored', 'ignored', 'held']);
    if (!locked) throw new EventSettled();
    await storeAgain(tx, id, clock.now());
    return locked;
  });
  await actOnEvent(deps, event);
  return findPaymentEvent(db, id);
}

export type Release = { accountId: string | null; cents: number; by: string; note: string };

/** Credits a held payment with what an administrator says that it is worth. */
export async function releaseEvent(
  deps: PaymentEventDeps,
  id: string,
  release: Release,
): Promise<EventWithPayload> {
  const { db, clock } = deps;
  const known = await findPaymentEvent(db, id);
  const accountId = release.accountId ?? known.account_id;
  await db.transaction().execute(async (tx) => {
    const event = await lockEventIn(tx, id, ['held']);
    const notice = event && readDelivery(deps.payments, event.provider, Buffer.from(event.payload)).notice;
    if (!event || (notice?.kind !== 'payment' && notice?.kind !== 'session')) throw new EventNotHeld();
    const account = accountId && isUuid(accountId) ? await lockAccount(tx, { accountId }) : null;
    if (!account) throw new AccountNotFound();
    if (notice.plan) await changePlan({ tx, clock }, { accountId: account.id, plan: notice.plan });
    const { provider } = event;
    const { cents } = release;
    const paymentId = notice.kind === 'payment' ? notice.paymentId : (notice.sessionId ?? event.id);
    if (cents > 0) {
      const credit = { provider, id: paymentId, accountId: account.id, cents, eventId: event.id };
      const amountMinor = notice.paid?.minor || cents;
      const currency = notice.paid?.currency ?? 'USD';
      await creditPayment({ tx, clock }, { ...credit, amountMinor, currency });
      await wakeEvents(tx, `payment:${provider}:${paymentId}`, clock.now());
    }
    const note = `credit ${cents}, released by ${release.by}: ${release.note}`;
    await markEvent(tx, event.id, done(account.id, note, cents > 0 ? paymentId : null), clock.now());
  });
  return findPaymentEvent(db, id);
}
