import { type LockedAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import { type Checkout, closeCheckout, findCheckout } from '../checkout/index.ts';
import { changePlan } from '../ledger/index.ts';
import { creditPayment, lockPayment } from '../payments/index.ts';
import { type Acting, done, held, paymentKey } from './acting.ts';
import { centsAt } from './amounts.ts';
import { billPayment, paymentReference } from './bill-payment.ts';
import type { Money, PaymentNotice, Whom } from './notice.ts';
import { paidPlan } from './plan-table.ts';
import { lockSubject, type Mark, wakeEvents } from './queries/events.ts';

/** Gives what was ordered; for a payment without an order of ours, what was paid and the plan that it names. */
export async function actOnPayment(acting: Acting, notice: PaymentNotice): Promise<Mark> {
  const { tx, event } = acting;
  const { reference } = notice;
  await lockSubject(tx, paymentKey(acting, notice.paymentId));
  const checkout = reference ? await findCheckout(tx, { provider: event.provider, reference }) : null;
  const account = await findPayer(acting, checkout ?? notice.whom);
  if (!account) return held(null, 'unknown account');
  const doubt = doubtOf(acting, notice) ?? (checkout && orderDoubt(checkout, notice.paid));
  if (doubt) return held(account.id, doubt);
  return checkout ? fulfil(acting, account, notice, checkout) : acceptFreely(acting, account, notice);
}

async function fulfil(
  acting: Acting,
  account: LockedAccount,
  notice: PaymentNotice,
  checkout: Checkout,
): Promise<Mark> {
  const { tx, clock, event } = acting;
  if (await lockPayment(tx, event.provider, notice.paymentId)) return done(account.id, 'credited before');
  if (!(await closeCheckout({ tx, clock }, checkout.id, 'paid')))
    return held(account.id, 'the order was paid before');
  const plan = paidPlan(checkout.plan);
  if (plan) await changePlan({ tx, clock }, { accountId: account.id, plan });
  await bill(acting, account, { ...notice, plan }, checkout.cents);
  return plan ? done(account.id, `plan ${plan}`) : credit(acting, account, notice, checkout.cents);
}

async function acceptFreely(acting: Acting, account: LockedAccount, notice: PaymentNotice): Promise<Mark> {
  const { tx, clock } = acting;
  const cents = notice.paid ? worthOf(acting, notice.paid) : 0;
  if (cents === null) return held(account.id, `no rate for ${notice.paid?.currency}`);
  if (notice.plan) await changePlan({ tx, clock }, { accountId: account.id, plan: notice.plan });
  await bill(acting, account, notice, cents);
  return credit(acting, account, notice, cents);
}

async function bill(
  acting: Acting,
  account: LockedAccount,
  notice: PaymentNotice,
  cents: number,
): Promise<void> {
  const { paid, plan, paymentId } = notice;
  if (!paid) return;
  const reference = paymentReference(acting.event.provider, paymentId);
  const purpose = plan ? 'plan' : 'top_up';
  await billPayment(acting, { accountId: account.id, reference, purpose, plan, paid, cents });
}

async function credit(
  acting: Acting,
  account: LockedAccount,
  notice: PaymentNotice,
  cents: number,
): Promise<Mark> {
  const { tx, clock, event } = acting;
  const note = [`credit ${cents}`, ...(notice.plan ? [`plan ${notice.plan}`] : [])].join(', ');
  if (cents === 0 || !notice.paid) return done(account.id, note);
  const { minor: amountMinor, currency } = notice.paid;
  const paid = { provider: event.provider, id: notice.paymentId, amountMinor, currency };
  await creditPayment({ tx, clock }, { ...paid, accountId: account.id, cents, eventId: event.id });
  acting.woken.push(...(await wakeEvents(tx, paymentKey(acting, notice.paymentId), clock.now())));
  return done(account.id, note, notice.paymentId);
}

async function findPayer({ tx }: Acting, { accountId, email }: Whom): Promise<LockedAccount | null> {
  if (accountId) return lockAccount(tx, { accountId });
  return email ? lockAccount(tx, { email }) : null;
}

/** Where we asked, the provider's own figures must agree with the body. */
function doubtOf({ facts }: Acting, { paid }: PaymentNotice): string | null {
  const { payment } = facts;
  if (!payment || !paid) return null;
  const same = payment.amountMinor === paid.minor && payment.currency.toUpperCase() === paid.currency;
  return same ? null : `the provider says ${payment.amountMinor} ${payment.currency}`;
}

/** What was paid must be what was ordered. */
export function orderDoubt({ amountMinor, currency }: Checkout, paid: Money | null): string | null {
  if (paid?.minor === amountMinor && paid.currency === currency) return null;
  return `${amountMinor} ${currency} were ordered`;
}

/** In cents; null when nobody knows. Outside production every currency counts as dollars. */
function worthOf({ production, payments }: Acting, paid: Money): number | null {
  return production ? centsAt(paid, payments.rates) : paid.minor;
}
