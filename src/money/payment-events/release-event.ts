import { isUuid } from '../../http/index.ts';
import { AccountNotFound, type LockedAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import { type Actor, recordAuditEvent } from '../../tenancy/audit-log/index.ts';
import { findCheckout } from '../checkout/index.ts';
import type { InvoiceNotice, Notice, PaymentNotice, SessionNotice } from '../providers/index.ts';
import { actOnStored, type PaymentEventDeps, readDelivery } from './act-on-event.ts';
import { acceptFreely, credit, fulfil } from './act-on-payment.ts';
import { acceptSession, orderOf } from './act-on-session.ts';
import { type Acting, done, NOT_ASKED, paymentKey } from './acting.ts';
import { invoiceReference } from './bill-payment.ts';
import { EventNotHeld } from './errors.ts';
import { type EventWithPayload, findPaymentEvent } from './manage-events.ts';
import { lockEventIn } from './queries/admin.ts';
import { lockSubject, type Mark, markEvent, type StoredEvent } from './queries/events.ts';

export type Release = {
  accountId: string | null;
  cents: number;
  by: Actor;
  /** The administrator's address. */
  admin: string;
  note: string;
};

/** Does what the payment would have done, had it not been held, with the worth that an administrator states. */
export async function releaseEvent(
  deps: PaymentEventDeps,
  id: string,
  release: Release,
): Promise<EventWithPayload> {
  const { db, clock, production, payments, invoicing } = deps;
  const known = await findPaymentEvent(db, id);
  const accountId = release.accountId ?? known.account_id;
  const woken: StoredEvent[] = [];
  await db.transaction().execute(async (tx) => {
    const event = await lockEventIn(tx, id, ['held']);
    if (!event) throw new EventNotHeld();
    const delivery = readDelivery(deps, event);
    const createdAt = delivery.createdAt ?? event.receivedAt;
    const { by, cents } = release;
    const common = { tx, clock, production, payments, invoicing, event, createdAt, by, woken };
    const mark = await releaseNotice({ ...common, facts: NOT_ASKED }, delivery.notice, accountId, cents);
    const note = `${mark.note}, released by ${release.admin}: ${release.note}`;
    await markEvent(tx, event.id, { ...mark, note }, clock.now());
    await recordAuditEvent(
      { tx, clock },
      { accountId: mark.accountId, by, event: 'payment.released', subject: id, after: { cents } },
    );
  });
  for (const next of woken) await actOnStored(deps, next);
  return findPaymentEvent(db, id);
}

async function releaseNotice(
  acting: Acting,
  notice: Notice,
  accountId: string | null,
  cents: number,
): Promise<Mark> {
  switch (notice.kind) {
    case 'payment':
      return releasePayment(acting, notice, await payer(acting, accountId, notice.paymentId), cents);
    case 'session':
      return releaseSession(
        acting,
        notice,
        await payer(acting, accountId, idOfSession(acting, notice)),
        cents,
      );
    case 'invoice':
      // A refund of it may be reported at the same moment.
      if (notice.invoiceId)
        await lockSubject(acting.tx, invoiceReference(acting.event.provider, notice.invoiceId));
      return releaseInvoice(acting, notice, await payer(acting, accountId, idOfPaid(notice)), cents);
    default:
      throw new EventNotHeld();
  }
}

/** Takes the locks in the order of every event. */
async function payer(
  acting: Acting,
  accountId: string | null,
  paymentId: string | null,
): Promise<LockedAccount> {
  if (paymentId) await lockSubject(acting.tx, paymentKey(acting, paymentId));
  const account = accountId && isUuid(accountId) ? await lockAccount(acting.tx, { accountId }) : null;
  if (!account) throw new AccountNotFound();
  return account;
}

/** A second payment of one order, or of two orders that exclude each other, becomes credit. */
async function releasePayment(
  acting: Acting,
  notice: PaymentNotice,
  account: LockedAccount,
  cents: number,
): Promise<Mark> {
  const { reference } = notice;
  const { provider } = acting.event;
  const found = reference ? await findCheckout(acting.tx, { provider, reference }) : null;
  if (!found || found.accountId !== account.id) return acceptFreely(acting, account, notice, cents);
  const mark = await fulfil(acting, account, notice, { ...found, cents });
  return mark.status === 'held' ? acceptFreely(acting, account, { ...notice, plan: null }, cents) : mark;
}

async function releaseSession(
  acting: Acting,
  notice: SessionNotice,
  account: LockedAccount,
  cents: number,
): Promise<Mark> {
  const mark = await acceptSession(acting, account, notice, await orderOf(acting, notice));
  if (cents === 0) return mark;
  const credited = await credit(acting, account, idOfSession(acting, notice), notice.paid, cents);
  return { ...credited, note: `${mark.note}, ${credited.note}` };
}

/** Of a second subscription: its invoice was written when it was held, and its plan is not given. */
async function releaseInvoice(
  acting: Acting,
  notice: InvoiceNotice,
  account: LockedAccount,
  cents: number,
): Promise<Mark> {
  const paymentId = idOfPaid(notice);
  if (cents === 0 || !paymentId) return done(account.id, 'credit 0');
  return credit(acting, account, paymentId, notice.amount, cents);
}

/** A refund names the payment, and finds the invoice by it. */
function idOfPaid({ paymentId, invoiceId }: InvoiceNotice): string | null {
  return paymentId ?? invoiceId;
}

function idOfSession(acting: Acting, { paidBy, sessionId }: SessionNotice): string {
  return paidBy ?? sessionId ?? acting.event.id;
}
