import type { Clock } from '../../platform/clock.ts';
import type { InvoicingConfig, PaymentsConfig } from '../../platform/config/index.ts';
import type { Db } from '../../platform/database/index.ts';
import type { Log } from '../../platform/log.ts';
import { PAYMENT_PROVIDER } from '../../tenancy/audit-log/index.ts';
import { markCard } from '../../tenancy/marks/index.ts';
import {
  type CardNotice,
  type Delivery,
  InvalidPayload,
  type Notice,
  PROVIDERS,
  type Providers,
  parseBody,
} from '../providers/index.ts';
import { actOnInvoice, actOnInvoicePayment } from './act-on-invoice.ts';
import { actOnPayment } from './act-on-payment.ts';
import { actOnReversal } from './act-on-reversal.ts';
import { actOnSession } from './act-on-session.ts';
import { actOnSubscription } from './act-on-subscription.ts';
import { type Acting, customerKey, done, findSubscriber, ignored } from './acting.ts';
import { askProvider } from './ask-provider.ts';
import { lockUnacted, type Mark, markEvent, noteEvent, type StoredEvent } from './queries/events.ts';

export type PaymentEventDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  production: boolean;
  payments: PaymentsConfig;
  invoicing: InvoicingConfig;
  providers: Providers;
};

/** What became of an event. `postponed`: the provider must confirm it first, and does not answer. */
export type Outcome = Mark | { status: 'postponed' } | { status: 'duplicate' };

/** Understands the payload of an event; throws when it is not one of the provider. */
export function readDelivery(
  { payments }: Pick<PaymentEventDeps, 'payments'>,
  { provider, payload }: Pick<StoredEvent, 'provider' | 'payload'>,
): Delivery {
  const delivery = PROVIDERS[provider].read(parseBody(payload), payments);
  const { notice } = delivery;
  if (notice.kind === 'payment' && notice.paid === null && notice.plan === null)
    throw new InvalidPayload('The amount is missing.');
  const minor = notice.kind === 'refund' || notice.kind === 'dispute' ? (notice.minor ?? 0) : 0;
  if (!Number.isSafeInteger(minor) || minor < 0) throw new InvalidPayload('The amount is not valid.');
  return delivery;
}

/** For an event that was stored by another request. */
export function actOnStored(deps: PaymentEventDeps, event: StoredEvent): Promise<Outcome> {
  return actOnEvent(deps, event, readDelivery(deps, event));
}

/** Acts on an event once, however many nodes try: the effect and the mark are one transaction. */
export async function actOnEvent(
  deps: PaymentEventDeps,
  event: StoredEvent,
  delivery: Delivery,
): Promise<Outcome> {
  const { db, clock, production, payments, invoicing } = deps;
  const facts = await askProvider(deps, event, delivery.notice);
  if (facts === 'wait') {
    await noteEvent(db, event.id, 'the provider has not confirmed it yet');
    return { status: 'postponed' };
  }
  const woken: StoredEvent[] = [];
  const outcome = await db.transaction().execute(async (tx): Promise<Outcome> => {
    if (!(await lockUnacted(tx, event.id))) return { status: 'duplicate' };
    const createdAt = delivery.createdAt ?? wholeSecond(event.receivedAt);
    const by = PAYMENT_PROVIDER;
    const common = { tx, clock, production, payments, invoicing, event, createdAt, by, woken };
    const mark =
      facts === 'refuted'
        ? ignored('the provider knows no such payment')
        : await act({ ...common, facts }, delivery.notice);
    await markEvent(tx, event.id, mark, clock.now());
    return mark;
  });
  for (const next of woken) await actOnStored(deps, next);
  return outcome;
}

async function act(acting: Acting, notice: Notice): Promise<Mark> {
  switch (notice.kind) {
    case 'payment':
      return actOnPayment(acting, notice);
    case 'session':
      return actOnSession(acting, notice);
    case 'invoice':
      return actOnInvoice(acting, notice);
    case 'invoice_payment':
      return actOnInvoicePayment(acting, notice);
    case 'subscription':
      return actOnSubscription(acting, notice);
    case 'refund':
    case 'dispute':
      return actOnReversal(acting, notice);
    case 'card':
      return actOnCard(acting, notice);
    case 'nothing':
      return ignored(notice.why);
  }
}

async function actOnCard(acting: Acting, { fingerprint, whom }: CardNotice): Promise<Mark> {
  const { tx, clock } = acting;
  const account = await findSubscriber(acting, whom);
  if (!account)
    return ignored('unknown account', whom.customerId ? customerKey(acting, whom.customerId) : null);
  await markCard({ db: tx, clock }, account.id, fingerprint);
  return done(account.id, 'card noted');
}

/** As exact as the provider's own times, so that the two can be compared. */
function wholeSecond(time: Date): Date {
  return new Date(Math.floor(time.getTime() / 1_000) * 1_000);
}
