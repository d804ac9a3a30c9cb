import { type LockedAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import {
  type Checkout,
  closeCheckout,
  findCheckout,
  paidMonth,
  payMonth,
  rivalOf,
} from '../checkout/index.ts';
import { changePlan, noteGrant } from '../ledger/index.ts';
import { creditPayment, lockPayment } from '../payments/index.ts';
import { paidPlan } from '../plans/index.ts';
import type { Money, PaymentNotice, Whom } from '../providers/index.ts';
import { centsAt } from '../providers/index.ts';
import { type Acting, done, held, paymentKey, wakeSubject } from './acting.ts';
import { billPayment, paymentReference } from './bill-payment.ts';
import { orderDoubt } from './order-doubt.ts';
import { lockSubject, type Mark } from './queries/events.ts';

/** Gives what was ordered; for a payment without an order of ours, what was paid and the plan that it names. */
export async function actOnPayment(acting: Acting, notice: PaymentNotice): Promise<Mark> {
  const { tx, event } = acting;
  const { reference } = notice;
  await lockSubject(tx, paymentKey(acting, notice.paymentId));
  const checkout = reference ? await findCheckout(tx, { provider: event.provider, reference }) : null;
  const account = await findPayer(acting, checkout ?? notice.whom);
  if (!account) return held(null, 'unknown account');
  const doubt =
    doubtOf(acting, notice) ?? amountDoubt(acting, notice) ?? (checkout && orderDoubt(checkout, notice.paid));
  if (doubt) return held(account.id, doubt);
  if (checkout) return fulfil(acting, account, notice, checkout);
  const cents = notice.paid ? worthOf(acting, notice.paid) : 0;
  if (cents === null) return held(account.id, `no rate for ${notice.paid?.currency}`);
  return acceptFreely(acting, account, notice, cents);
}

/** Held when it would give the same order twice, or a plan beside another one that was bought at the same time. */
export async function fulfil(
  acting: Acting,
  account: LockedAccount,
  notice: PaymentNotice,
  checkout: Checkout,
): Promise<Mark> {
  const { tx, clock, by, event } = acting;
  if (await lockPayment(tx, event.provider, notice.paymentId)) return done(account.id, 'credited before');
  const rival = await rivalOf(tx, checkout);
  if (rival) return held(account.id, `the ${rival.plan} plan was bought meanwhile`);
  if (!(await closeCheckout({ tx, clock }, checkout.id, 'paid')))
    return held(account.id, 'the order was paid before');
  const plan = paidPlan(checkout.plan);
  if (plan) {
    const paidTime = await paidMonth({ tx, clock }, account.id);
    await changePlan({ tx, clock }, { accountId: account.id, plan, by, paidTime });
    const reference = paymentReference(event.provider, notice.paymentId);
    await noteGrant({ tx, clock }, { accountId: account.id, reference });
  }
  await bill(acting, account, { ...notice, plan }, checkout.cents);
  if (!plan) return credit(acting, account, notice.paymentId, notice.paid, checkout.cents);
  await wakeSubject(acting, paymentKey(acting, notice.paymentId));
  return done(account.id, `plan ${plan}`);
}

/** In production it is credit and nothing else: the payer may have written the plan, and paid what they liked. */
export async function acceptFreely(
  acting: Acting,
  account: LockedAccount,
  notice: PaymentNotice,
  cents: number,
): Promise<Mark> {
  const { tx, clock, by, production } = acting;
  const plan = production ? null : notice.plan;
  if (plan) await payMonth({ tx, clock }, { accountId: account.id, plan });
  if (plan) await changePlan({ tx, clock }, { accountId: account.id, plan, by });
  await bill(acting, account, { ...notice, plan }, cents);
  const mark = await credit(acting, account, notice.paymentId, notice.paid, cents);
  return plan ? { ...mark, note: `${mark.note}, plan ${plan}` } : mark;
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

export async function credit(
  acting: Acting,
  account: LockedAccount,
  paymentId: string,
  paid: Money | null,
  cents: number,
): Promise<Mark> {
  const { tx, clock, event } = acting;
  const note = `credit ${cents}`;
  if (cents === 0) return done(account.id, note);
  const amountMinor = paid?.minor || cents;
  const payment = { provider: event.provider, id: paymentId, amountMinor, currency: paid?.currency ?? 'USD' };
  await creditPayment({ tx, clock }, { ...payment, accountId: account.id, cents, eventId: event.id });
  await wakeSubject(acting, paymentKey(acting, paymentId));
  return done(account.id, note, paymentId);
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

/** The contract takes a missing currency for dollars, and a plan without an amount. That is no base for money. */
function amountDoubt({ production }: Acting, { paid }: PaymentNotice): string | null {
  if (!production) return null;
  if (!paid) return 'no amount is stated';
  return paid.assumed ? 'no currency is stated' : null;
}

/** In cents; null when nobody knows. Outside production every currency counts as dollars. */
function worthOf({ production, payments }: Acting, paid: Money): number | null {
  return production ? centsAt(paid, payments.rates) : paid.minor;
}
