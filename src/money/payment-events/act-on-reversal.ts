import { refundInvoice, reverseRefund } from '../invoices/index.ts';
import { disputePayment, type Reversed, refundPayment } from '../payments/index.ts';
import { centsOf } from '../pricing/index.ts';
import { type Acting, done, ignored, paymentKey } from './acting.ts';
import { paymentReference } from './bill-payment.ts';
import type { DisputeNotice, RefundNotice } from './notice.ts';
import { lockSubject, type Mark } from './queries/events.ts';

/** A refund or a dispute that overtakes its payment waits for it. */
export async function actOnReversal(acting: Acting, notice: RefundNotice | DisputeNotice): Promise<Mark> {
  const { event } = acting;
  const key = paymentKey(acting, notice.paymentId);
  await lockSubject(acting.tx, key);
  const of = { ...notice, provider: event.provider };
  const reversed = of.kind === 'refund' ? await refundPayment(acting, of) : await disputePayment(acting, of);
  if (!reversed) return ignored('no such payment', key);
  await noteOnInvoice(acting, notice, reversed);
  return done(reversed.accountId, describe(notice, reversed));
}

async function noteOnInvoice(
  acting: Acting,
  notice: RefundNotice | DisputeNotice,
  { accountId, takenMicros, givenMicros }: NonNullable<Reversed>,
): Promise<void> {
  const { provider } = acting.event;
  const reference = `${notice.kind}:${provider}:${notice.kind === 'refund' ? notice.refundId : notice.disputeId}`;
  const paymentReferenceOf = paymentReference(provider, notice.paymentId);
  if (takenMicros > 0)
    await refundInvoice(acting, {
      accountId,
      paymentReference: paymentReferenceOf,
      reference,
      cents: centsOf(takenMicros),
    });
  if (givenMicros > 0) await reverseRefund(acting, { reference });
}

function describe(notice: RefundNotice | DisputeNotice, reversed: NonNullable<Reversed>): string {
  const what = notice.kind === 'refund' ? 'refund' : `dispute ${notice.stage}`;
  if (reversed.givenMicros > 0) return `${what}, ${centsOf(reversed.givenMicros)} given back`;
  return `${what}, ${centsOf(reversed.takenMicros)} taken back`;
}
