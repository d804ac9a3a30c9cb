import { lockAccount } from '../../tenancy/accounts/index.ts';
import { takeBackMonth } from '../checkout/index.ts';
import {
  accountOfInvoice,
  invoiceOfPayment,
  refundInvoice,
  reversePlanPayment,
  reverseRefund,
} from '../invoices/index.ts';
import { giveBackGrant, takeBackGrant } from '../ledger/index.ts';
import { accountOfPayment, disputePayment, type Reversed, refundPayment } from '../payments/index.ts';
import { centsOf } from '../pricing/index.ts';
import { type DisputeNotice, isCardProvider, type RefundNotice } from '../providers/index.ts';
import { type Acting, done, ignored, paymentKey } from './acting.ts';
import { invoiceIdOf, paymentReference } from './bill-payment.ts';
import { lockSubject, type Mark } from './queries/events.ts';

/** A refund or a dispute that overtakes its payment waits for it. */
export async function actOnReversal(acting: Acting, notice: RefundNotice | DisputeNotice): Promise<Mark> {
  const { tx, event } = acting;
  const { provider } = event;
  const key = paymentKey(acting, notice.paymentId);
  const payment = paymentReference(provider, notice.paymentId);
  const linked = await invoiceOfPayment(tx, payment);
  if (linked) await lockSubject(tx, linked);
  await lockSubject(tx, key);
  const invoice = linked ?? payment;
  // A held invoice that was released as credit has that under its own id, where its payment was not known.
  const ids = linked ? [notice.paymentId, invoiceIdOf(provider, linked)] : [notice.paymentId];
  const accountId = (await accountOfPayment(tx, provider, ids)) ?? (await accountOfInvoice(tx, invoice));
  // Before the wallet, as for every event.
  if (accountId) await lockAccount(tx, { accountId });
  const reversed = await reverseCredit(acting, notice, ids);
  if (!reversed) return (await reversePlan(acting, notice)) ?? ignored('no such payment', key);
  await noteOnInvoice(acting, notice, reversed, invoice);
  return done(reversed.accountId, describe(notice, reversed));
}

async function reverseCredit(
  acting: Acting,
  notice: RefundNotice | DisputeNotice,
  ids: string[],
): Promise<Reversed> {
  const { provider } = acting.event;
  for (const paymentId of ids) {
    const of = { ...notice, provider, paymentId };
    const reversed =
      of.kind === 'refund' ? await refundPayment(acting, of) : await disputePayment(acting, of);
    if (reversed) return reversed;
  }
  return null;
}

/**
 * Takes back the plan's credits of the time that was paid for. The plan of a subscription follows the subscription: a refund
 * moves it only when the provider reports an end. A month that was bought through a regional rail is taken off when all of it
 * was paid back.
 */
async function reversePlan(acting: Acting, notice: RefundNotice | DisputeNotice): Promise<Mark | null> {
  const { provider } = acting.event;
  const references = {
    paymentReference: paymentReference(provider, notice.paymentId),
    reference: referenceOf(provider, notice),
  };
  const reversed = await reversePlanPayment(acting, { ...notice, ...references });
  if (!reversed) return null;
  const { accountId, plan, cents, share, full } = reversed;
  const of = {
    accountId,
    reference: `${references.reference}:${notice.paymentId}`,
    note: kindOf(notice),
    grantReference: reversed.invoiceReference,
    reversed: reversed.reversed,
  };
  if (cents > 0) await takeBackGrant(acting, { ...of, share });
  if (notice.kind === 'dispute' && notice.stage === 'won') await giveBackGrant(acting, of);
  const final = notice.kind === 'refund' ? cents > 0 : notice.stage === 'lost';
  if (full && final && !isCardProvider(provider)) await takeBackMonth(acting, { accountId, plan });
  return done(accountId, `${kindOf(notice)}, ${cents} of the ${plan} plan`);
}

async function noteOnInvoice(
  acting: Acting,
  notice: RefundNotice | DisputeNotice,
  { accountId, takenMicros, givenMicros }: NonNullable<Reversed>,
  paymentReference: string,
): Promise<void> {
  const reference = referenceOf(acting.event.provider, notice);
  const cents = centsOf(takenMicros);
  if (takenMicros > 0) await refundInvoice(acting, { accountId, paymentReference, reference, cents });
  if (givenMicros > 0) await reverseRefund(acting, { reference });
}

function describe(notice: RefundNotice | DisputeNotice, reversed: NonNullable<Reversed>): string {
  const what = kindOf(notice);
  if (reversed.givenMicros > 0) return `${what}, ${centsOf(reversed.givenMicros)} given back`;
  return `${what}, ${centsOf(reversed.takenMicros)} taken back`;
}

function kindOf(notice: RefundNotice | DisputeNotice): string {
  return notice.kind === 'refund' ? 'refund' : `dispute ${notice.stage}`;
}

function referenceOf(provider: string, notice: RefundNotice | DisputeNotice): string {
  return `${notice.kind}:${provider}:${notice.kind === 'refund' ? notice.refundId : notice.disputeId}`;
}
