import { disputePayment, type Reversed, refundPayment } from '../payments/index.ts';
import { centsOf } from '../pricing/index.ts';
import { type Acting, done, ignored, paymentKey } from './acting.ts';
import type { DisputeNotice, RefundNotice } from './notice.ts';
import { lockSubject, type Mark } from './queries/events.ts';

/** A refund or a dispute that overtakes its payment waits for it. */
export async function actOnReversal(acting: Acting, notice: RefundNotice | DisputeNotice): Promise<Mark> {
  const { event } = acting;
  const key = paymentKey(acting, notice.paymentId);
  await lockSubject(acting.tx, key);
  const of = { ...notice, provider: event.provider };
  const reversed = of.kind === 'refund' ? await refundPayment(acting, of) : await disputePayment(acting, of);
  return reversed ? done(reversed.accountId, describe(notice, reversed)) : ignored('no such payment', key);
}

function describe(notice: RefundNotice | DisputeNotice, reversed: NonNullable<Reversed>): string {
  const what = notice.kind === 'refund' ? 'refund' : `dispute ${notice.stage}`;
  if (reversed.givenMicros > 0) return `${what}, ${centsOf(reversed.givenMicros)} given back`;
  return `${what}, ${centsOf(reversed.takenMicros)} taken back`;
}
