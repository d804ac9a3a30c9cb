import type { Clock } from '../../platform/clock.ts';
import type { InvoicingConfig, PaymentsConfig } from '../../platform/config/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { type LockedAccount, lockAccount } from '../../tenancy/accounts/index.ts';
import type { Actor } from '../../tenancy/audit-log/index.ts';
import { changePlan } from '../ledger/index.ts';
import type { PlanId } from '../plans/index.ts';
import { paidPlan } from '../plans/index.ts';
import type { FoundPayment, Subscription, Whom } from '../providers/index.ts';
import { customerAccount, linkCustomer, subscriptionAccount } from '../subscriptions/index.ts';
import { lockSubject, type Mark, type StoredEvent, wakeEvents } from './queries/events.ts';
import { advancePlanMove } from './queries/plan-moves.ts';

/** What the provider said when it was asked about an event; null where it was not asked or did not answer. */
export type Facts = { subscription: Subscription | null; askedAt: Date | null; payment: FoundPayment | null };

export const NOT_ASKED: Facts = { subscription: null, askedAt: null, payment: null };

/** One event while it is acted on. */
export type Acting = {
  tx: Tx;
  clock: Clock;
  production: boolean;
  payments: PaymentsConfig;
  invoicing: InvoicingConfig;
  event: StoredEvent;
  /** When it happened, by the provider's clock. */
  createdAt: Date;
  /** The provider, or the administrator who released the payment. */
  by: Actor;
  facts: Facts;
  /** Events that had to wait for this one. */
  woken: StoredEvent[];
};

export function done(accountId: string, note: string, paymentId: string | null = null): Mark {
  return { status: 'acted', note, accountId, paymentId, waitsFor: null };
}

export function held(accountId: string | null, note: string): Mark {
  return { status: 'held', note, accountId, paymentId: null, waitsFor: null };
}

export function ignored(note: string, waitsFor: string | null = null): Mark {
  return { status: 'ignored', note, accountId: null, paymentId: null, waitsFor };
}

export function customerKey(acting: Acting, customerId: string): string {
  return `customer:${acting.event.provider}:${customerId}`;
}

export function paymentKey(acting: Acting, paymentId: string): string {
  return `payment:${acting.event.provider}:${paymentId}`;
}

/** By what we stored, else by what we gave the provider to keep for us. */
export async function findSubscriber(acting: Acting, whom: Whom): Promise<LockedAccount | null> {
  const { tx, event } = acting;
  const { subscriptionId, customerId } = whom;
  if (customerId) await lockSubject(tx, customerKey(acting, customerId));
  const accountId =
    (subscriptionId ? await subscriptionAccount(tx, event.provider, subscriptionId) : null) ??
    (customerId ? await customerAccount(tx, event.provider, customerId) : null) ??
    whom.accountId ??
    acting.facts.subscription?.accountId;
  return accountId ? lockAccount(tx, { accountId }) : null;
}

export async function rememberCustomer(acting: Acting, accountId: string, customerId: string): Promise<void> {
  const { tx, event, clock } = acting;
  const now = clock.now();
  if ((await customerAccount(tx, event.provider, customerId)) === accountId) return;
  await linkCustomer(tx, { provider: event.provider, customerId, accountId, now });
  await wakeSubject(acting, customerKey(acting, customerId));
}

/** Events that came before this customer or payment are acted on next. */
export async function wakeSubject(acting: Acting, subject: string): Promise<void> {
  acting.woken.push(...(await wakeEvents(acting.tx, subject, acting.clock.now())));
}

/**
 * False when newer facts have moved the plan before. With `renew` the plan's credits are granted even if the plan is the
 * same; without it, so that no series of small changes at the provider renews them for nothing. In production a move
 * from one paid plan to another is not paid in full (the provider gives back the rest of the old one), so it grants what
 * the new plan has more.
 */
export async function movePlan(
  acting: Acting,
  account: LockedAccount,
  plan: PlanId | null,
  options: { renew: boolean },
): Promise<boolean> {
  const { tx, clock, by, createdAt, facts } = acting;
  const move = { accountId: account.id, eventAt: createdAt, askedAt: facts.askedAt };
  if (!(await advancePlanMove(tx, move))) return false;
  const lessUsed = acting.production && !options.renew && paidPlan(account.plan) !== null;
  if (plan !== null && (options.renew || plan !== account.plan))
    await changePlan({ tx, clock }, { accountId: account.id, plan, by, lessUsed });
  return true;
}
