import type { LockedAccount } from '../../tenancy/accounts/index.ts';
import { linkPayment, paymentsOfInvoice } from '../invoices/index.ts';
import { noteChangePaid, noteGrant, renewCycle } from '../ledger/index.ts';
import type { InvoiceNotice, InvoicePaymentNotice } from '../providers/index.ts';
import { planFromProvider, STALE, subscriberOf, unknownSubscriber } from './act-on-subscription.ts';
import { type Acting, done, held, movePlan, wakeSubject } from './acting.ts';
import { billPayment, invoiceReference, paymentReference } from './bill-payment.ts';
import { isOurs, NOT_OURS, orderBehind, planOfInvoice } from './paid-for.ts';
import { planAfterInvoice } from './plan-table.ts';
import { lockSubject, type Mark } from './queries/events.ts';
import { isSurplus } from './surplus.ts';

export async function actOnInvoice(acting: Acting, notice: InvoiceNotice): Promise<Mark> {
  const { tx, clock, event } = acting;
  // Its payment and a refund of it may be reported at the same moment.
  if (notice.invoiceId) await lockSubject(tx, invoiceReference(event.provider, notice.invoiceId));
  if (notice.paymentId) await lockSubject(tx, paymentReference(event.provider, notice.paymentId));
  const account = await subscriberOf(acting, notice);
  if (!account) return unknownSubscriber(acting, notice);
  if (await isSurplus(acting, account, notice))
    return hold(acting, account, notice, 'for a second subscription');
  const order = acting.production ? await orderBehind(acting, account, notice) : null;
  if (!(await isOurs(acting, order, notice))) return hold(acting, account, notice, `but ${NOT_OURS}`);
  const asked = await planFromProvider(acting, account, order);
  const paidFor = notice.paid ? planOfInvoice(acting, order, notice) : null;
  const plan = asked ?? (notice.paid ? planAfterInvoice(account.plan, paidFor) : 'suspended');
  const renew = acting.production ? paidFor === plan : notice.paid;
  const moved = plan !== null && (await movePlan(acting, account, plan, { renew }));
  await bill(acting, account, notice, plan ?? notice.plan ?? account.plan);
  const renewed = {
    accountId: account.id,
    reference: invoiceReference(event.provider, notice.invoiceId ?? event.id),
  };
  // Paid is paid: an invoice that arrives late renews too, once.
  const late = !moved && notice.paid && (!acting.production || paidFor === account.plan);
  if (late) await renewCycle({ db: tx, clock }, account.id);
  const bought = paidFor ?? notice.plan;
  if (late || (moved && renew)) await noteGrant({ tx, clock }, renewed);
  else if (notice.paid && notice.amount?.minor && bought)
    await noteChangePaid({ tx, clock }, { ...renewed, plan: bought });
  if (moved) return done(account.id, `plan ${plan}`);
  if (!notice.paid) return done(account.id, STALE);
  return done(account.id, late ? 'renewed' : `does not pay for a month of ${account.plan}`);
}

/** The money is real, so it has an invoice. It gives nothing until an administrator has decided. */
async function hold(
  acting: Acting,
  account: LockedAccount,
  notice: InvoiceNotice,
  why: string,
): Promise<Mark> {
  if (!notice.paid || !notice.amount?.minor) return done(account.id, `nothing paid ${why}`);
  await bill(acting, account, notice, notice.plan ?? account.plan);
  return held(account.id, `paid ${why}`);
}

async function bill(
  acting: Acting,
  account: LockedAccount,
  { paid, amount, invoiceId, paymentId }: InvoiceNotice,
  plan: string,
): Promise<void> {
  if (!paid || !amount || !invoiceId) return;
  const { tx, event } = acting;
  const reference = invoiceReference(event.provider, invoiceId);
  await billPayment(acting, { accountId: account.id, reference, purpose: 'plan', plan, paid: amount });
  if (paymentId) await linkPayment(tx, paymentReference(event.provider, paymentId), reference);
  for (const payment of await paymentsOfInvoice(tx, reference)) await wakeSubject(acting, payment);
}

/** Newer invoices do not name their payment, and refunds do not name the invoice. This event has both. */
export async function actOnInvoicePayment(acting: Acting, notice: InvoicePaymentNotice): Promise<Mark> {
  const { tx, event } = acting;
  const reference = invoiceReference(event.provider, notice.invoiceId);
  const payment = paymentReference(event.provider, notice.paymentId);
  await lockSubject(tx, reference);
  await lockSubject(tx, payment);
  await linkPayment(tx, payment, reference);
  await wakeSubject(acting, payment);
  return {
    status: 'acted',
    note: 'the payment of an invoice',
    accountId: null,
    paymentId: null,
    waitsFor: null,
  };
}
