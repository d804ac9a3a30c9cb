import { domainError, internalError } from '../../platform/errors.ts';

export type BalanceFigures = {
  requiredCredits: number;
  poolCredits: number;
  includedCredits: number;
  walletMicros: number;
  requiredMicros: number;
  spentMicros: number;
  capCents: number | null;
  resetsAt: Date;
};

const usd = (micros: number) => `$${(Math.floor(micros / 10_000) / 100).toFixed(2)}`;
/** Rounded up: a price shown too low would be refused again after paying it. */
const usdUp = (micros: number) => `$${(Math.ceil(micros / 10_000) / 100).toFixed(2)}`;
const count = (credits: number) => credits.toLocaleString('en-US');

export const QuotaExhausted = domainError(
  'payment_required',
  'quota_exhausted',
  (figures: BalanceFigures) => {
    const used = figures.includedCredits - figures.poolCredits;
    return (
      `Credit quota exhausted: this request needs ${count(figures.requiredCredits)} credits, ` +
      `${count(used)} of ${count(figures.includedCredits)} are used and ${count(figures.poolCredits)} remain until ` +
      `${figures.resetsAt.toISOString()}. Upgrade the plan or top up the wallet.`
    );
  },
);

export const BalanceExhausted = domainError(
  'payment_required',
  'balance_exhausted',
  (figures: BalanceFigures) =>
    `Prepaid balance too low: this request needs ${usdUp(figures.requiredMicros)} beyond the ` +
    `${count(figures.poolCredits)} credits left this month, the wallet holds ${usd(figures.walletMicros)}. ` +
    'Top up the wallet or upgrade the plan.',
);

export const BalanceOwed = domainError(
  'payment_required',
  'balance_owed',
  (owedMicros: number) =>
    `${usdUp(owedMicros)} are owed for payments that were refunded or disputed. The next top-up pays this first; ` +
    'until then the prepaid balance cannot be used.',
);

export const SpendCapReached = domainError(
  'payment_required',
  'spend_cap_reached',
  (figures: BalanceFigures) =>
    `Monthly spend cap reached: ${usd(figures.spentMicros)} of ${usd((figures.capCents ?? 0) * 10_000)} are spent and ` +
    `this request needs ${usdUp(figures.requiredMicros)} more. Raise the cap in the pay-as-you-go settings or upgrade the plan.`,
);

/** `resetsAt` is null for an ephemeral key. */
export const KeyLimitReached = domainError(
  'payment_required',
  'key_limit_reached',
  (figures: { required: number; used: number; limit: number; resetsAt: Date | null }) =>
    `Credit limit of this API key reached: this request needs ${count(figures.required)} credits, ` +
    `${count(figures.used)} of ${count(figures.limit)} are used` +
    (figures.resetsAt
      ? ` until ${figures.resetsAt.toISOString()}. Raise the limit of the key, or use another one.`
      : '. Ask for a new key.'),
);

export const RoutingCreditsExhausted = domainError(
  'payment_required',
  'routing_credits_exhausted',
  (figures: { required: number; available: number; resetsAt: Date }) =>
    `Routing credits exhausted: this request needs ${count(figures.required)}, ${count(figures.available)} remain until ` +
    `${figures.resetsAt.toISOString()}. Upgrade the plan for a larger monthly grant.`,
);

const TOO_LATE = 'The request took longer than allowed and was not charged. Try again.';

export const DeadlineExceeded = domainError('upstream_failed', 'deadline_exceeded', (deadlineMs: number) => ({
  public: TOO_LATE,
  cause: `work was not done after ${deadlineMs} ms`,
}));

/** The work outlived its reservation: its credits are already back, so its result may not be handed out. */
export const ChargeAlreadyReleased = domainError(
  'upstream_failed',
  'deadline_exceeded',
  (chargeId: string) => ({
    public: TOO_LATE,
    cause: `charge ${chargeId} was released before it settled`,
  }),
);

export const ChargeAlreadySettled = internalError('conflict', 'charge_settled', (chargeId: string) => ({
  public: 'This charge is already settled.',
  cause: `charge ${chargeId}`,
}));

/**
 * The charge belongs to another account, or was lost with the database before it was settled. Either way nothing was
 * charged.
 */
export const ChargeNotFound = internalError('upstream_failed', 'charge_lost', (chargeId: string) => ({
  public: 'The request could not be charged, so it was not delivered. Try again.',
  cause: `charge ${chargeId} not found`,
}));

export const AdjustmentTooLarge = domainError(
  'invalid',
  'adjustment_too_large',
  'The adjustment would make a balance negative.',
);

export const EarningsTooLow = domainError(
  'invalid',
  'earnings_too_low',
  (asked: number, { available, pending }: { available: number; pending: number }) => {
    const wait = pending > 0 ? ` ${count(pending)} more are pending: ask again when they are available.` : '';
    return `You asked for ${count(asked)} credits; ${count(Math.max(0, available))} can be paid out.${wait}`;
  },
);

export const PayoutUnfunded = domainError(
  'conflict',
  'payout_unfunded',
  (credits: number) =>
    `${count(credits)} credits of this payout come from free plans: no money paid for them. Add include_free_plan=true to pay them all the same.`,
);

export const PayoutNotCovered = domainError(
  'conflict',
  'payout_not_covered',
  (credits: number) =>
    `Since this payout was requested, sales were reversed because their payment was refunded or disputed. The seller lacks ${count(credits)} credits. Reject the payout, or wait until the disputes are closed.`,
);

export const PayoutNotOpen = domainError(
  'not_found',
  'payout_not_found',
  'There is no open payout with this id.',
);
