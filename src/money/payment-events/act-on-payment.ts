import { type LockedAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import { changePlan } from '../ledger/index.ts';
import { creditPayment } from '../payments/index.ts';
import { type Acting, done, held, paymentKey } from './acting.ts';
import { centsAt } from './amounts.ts';
import type { Money, PaymentNotice, Whom } from './notice.ts';
import { lockSubject, type Mark, wakeEvents } from './queries/events.ts';

/** Adds what was paid to the wallet, and applies the plan that it bought. */
export async function actOnPayment(acting: Acting, notice: PaymentNotice): Promise<Mark> {
  const { tx, clock, event } = acting;
  await lockSubject(tx, paymentKey(acting, notice.paymentId));
  const account = await findPayer(acting, notice.whom);
  if (!account) return held(null, 'unknown account');
  const doubt = doubtOf(acting, notice);
  if (doubt) return held(account.id, doubt);
  const cents = notice.paid ? worthOf(acting, notice.paid) : 0;
  if (cents === null) return held(account.id, `no rate for ${notice.paid?.currency}`);
  if (notice.plan) await changePlan({ tx, clock }, { accountId: account.id, plan: notice.plan });
  if (cents > 0 && notice.paid) {
    const { minor: amountMinor, currency } = notice.paid;
    const credit = { provider: event.provider, id: notice.paymentId, accountId: account.id, cents };
    await creditPayment({ tx, clock }, { ...credit, amountMinor, currency, eventId: event.id });
    acting.woken.push(...(await wakeEvents(tx, paymentKey(acting, notice.paymentId), clock.now())));
  }
  const note = [`credit ${cents}`, ...(notice.plan ? [`plan ${notice.plan}`] : [])].join(', ');
  return done(account.id, note, cents > 0 ? notice.paymentId : null);
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

/** In cents; null when nobody knows. Outside production every currency counts as dollars. */
function worthOf({ production, rates }: Acting, paid: Money): number | null {
  return production ? centsAt(paid, rates) : paid.minor;
}
