import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/index.ts';
import { insertRefundRow, lockInvoiceOf, reverseRefundRow } from './queries.ts';

export type PlanReversal = {
  /** The reference of the payment. The invoice that it paid may have another one. */
  paymentReference: string;
  /** Identifies the refund or dispute. */
  reference: string;
} & (
  | { kind: 'refund'; minor: number; total: boolean }
  | { kind: 'dispute'; minor: number | null; stage: 'open' | 'won' | 'lost' }
);

export type ReversedPlan = {
  accountId: string;
  plan: string;
  provider: string;
  invoiceReference: string;
  /** Noted on the invoice by this call. */
  cents: number;
  /** The part of the invoice that this is. */
  share: number;
  /** The part of the invoice that all refunds and disputes together are by now. */
  reversed: number;
  /** Nothing of what was paid is left. */
  full: boolean;
};

/**
 * A payment for a plan added nothing to a wallet: the invoice shows what went back to the payer, and the caller takes that part
 * of the plan's credits. Null when no plan was paid for with it. The payment must be locked against other reversals.
 */
export async function reversePlanPayment(
  { tx, clock }: { tx: Tx; clock: Clock },
  reversal: PlanReversal,
): Promise<ReversedPlan | null> {
  const invoice = await lockInvoiceOf(tx, reversal.paymentReference);
  if (!invoice?.plan) return null;
  const { account_id: accountId, plan, provider } = invoice;
  const now = clock.now();
  const { reference } = reversal;
  const asked = centsOf(reversal, invoice);
  const cents = Math.max(0, Math.min(asked, invoice.cents - invoice.refunded_cents));
  const won = reversal.kind === 'dispute' && reversal.stage === 'won';
  const isNew = cents > 0 && (await insertRefundRow(tx, { invoiceId: invoice.id, reference, cents, now }));
  // A dispute may be won before its opening was reported. It is noted and reversed then, and the late report finds it
  // noted.
  const givenBack = won ? await reverseRefundRow(tx, reference, now) : 0;
  const noted = isNew ? cents : 0;
  const refunded = invoice.refunded_cents + noted - givenBack;
  const taken = won ? 0 : noted;
  return {
    accountId,
    plan,
    provider,
    invoiceReference: invoice.reference,
    cents: taken,
    share: taken / invoice.cents,
    reversed: Math.min(1, refunded / invoice.cents),
    full: refunded >= invoice.cents,
  };
}

type Refunded = { cents: number; paid_minor: number; refunds_cents: number };

/** The share of the invoice. A provider that reports totals has reported the earlier refunds before. */
function centsOf(reversal: PlanReversal, { cents, paid_minor, refunds_cents }: Refunded): number {
  const share = Math.round(cents * Math.min(1, (reversal.minor ?? paid_minor) / paid_minor));
  return reversal.kind === 'refund' && reversal.total ? share - refunds_cents : share;
}
