import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { giveBack, takeBack } from '../ledger/index.ts';
import {
  lockPayment,
  type PaymentRow,
  type ReversalRow,
  saveReversal,
  selectReversals,
  setTaken,
} from './queries.ts';

type Deps = { tx: Tx; clock: Clock };
type Of = { provider: string; paymentId: string };

/** Null when this payment added nothing to a wallet. */
export type Reversed = { accountId: string; takenMicros: number; givenMicros: number } | null;

/**
 * Takes back what a refund returned to the payer. `minor` counts from the first refund on if `total`; then an older total
 * that arrives late takes nothing.
 */
export async function refundPayment(
  deps: Deps,
  refund: Of & { refundId: string; minor: number; total: boolean },
): Promise<Reversed> {
  const { payment, reversals } = await lockWithReversals(deps.tx, refund);
  if (!payment) return null;
  const { account_id: accountId } = payment;
  const refunds = reversals.filter(({ kind }) => kind === 'refund');
  if (refunds.some(({ id }) => id === refund.refundId)) return { accountId, takenMicros: 0, givenMicros: 0 };
  const share = Math.round(payment.micros * Math.min(1, refund.minor / payment.amount_minor));
  const before = refund.total ? refunds.reduce((sum, { taken_micros }) => sum + taken_micros, 0) : 0;
  const takenMicros = await take(deps, payment, {
    id: refund.refundId,
    kind: 'refund',
    status: 'refunded',
    micros: share - before,
  });
  return { accountId, takenMicros, givenMicros: 0 };
}

/** An open dispute takes the disputed amount, a won one gives it back, a lost one keeps it; in whatever order they come. */
export async function disputePayment(
  deps: Deps,
  dispute: Of & { disputeId: string; minor: number | null; stage: 'open' | 'won' | 'lost' },
): Promise<Reversed> {
  const { tx, clock } = deps;
  const { payment, reversals } = await lockWithReversals(tx, dispute);
  if (!payment) return null;
  const { account_id: accountId } = payment;
  const { disputeId: id, stage } = dispute;
  const known = reversals.find((one) => one.kind === 'dispute' && one.id === id);
  if (known && (stage === 'open' || known.status !== 'open'))
    return { accountId, takenMicros: 0, givenMicros: 0 };
  if (!known) {
    const minor = dispute.minor ?? payment.amount_minor;
    const share = Math.round(payment.micros * Math.min(1, minor / payment.amount_minor));
    const micros = stage === 'won' ? 0 : share;
    const takenMicros = await take(deps, payment, { id, kind: 'dispute', status: stage, micros });
    return { accountId, takenMicros, givenMicros: 0 };
  }
  const now = clock.now();
  if (stage === 'lost') {
    await saveReversal(tx, payment, { ...known, status: 'lost', now });
    return { accountId, takenMicros: 0, givenMicros: 0 };
  }
  const reference = referenceOf(payment, known);
  const { given } = await giveBack({ tx, clock }, { accountId, reference, note: 'dispute won' });
  await saveReversal(tx, payment, { ...known, status: 'won', taken_micros: 0, now });
  await setTaken(tx, payment, payment.taken_micros - given);
  return { accountId, takenMicros: 0, givenMicros: given };
}

async function lockWithReversals(
  tx: Tx,
  { provider, paymentId }: Of,
): Promise<{ payment: PaymentRow | null; reversals: ReversalRow[] }> {
  const payment = await lockPayment(tx, provider, paymentId);
  return { payment, reversals: payment ? await selectReversals(tx, payment) : [] };
}

/** Never more than the payment added and was not taken back before. */
async function take(
  { tx, clock }: Deps,
  payment: PaymentRow,
  reversal: Pick<ReversalRow, 'id' | 'kind' | 'status'> & { micros: number },
): Promise<number> {
  const micros = Math.max(0, Math.min(reversal.micros, payment.micros - payment.taken_micros));
  if (micros > 0) {
    const reference = referenceOf(payment, reversal);
    const note = `${reversal.kind} by ${payment.provider}`;
    await takeBack({ tx, clock }, { accountId: payment.account_id, micros, reference, note });
    await setTaken(tx, payment, payment.taken_micros + micros);
  }
  const { id, kind, status } = reversal;
  await saveReversal(tx, payment, { id, kind, status, taken_micros: micros, now: clock.now() });
  return micros;
}

function referenceOf(payment: PaymentRow, { kind, id }: Pick<ReversalRow, 'kind' | 'id'>): string {
  return `${kind}:${payment.provider}:${payment.id}:${id}`;
}
