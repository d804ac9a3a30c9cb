import { DomainError } from '../../platform/errors.ts';

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

export class QuotaExhausted extends DomainError {
  constructor(figures: BalanceFigures) {
    const used = figures.includedCredits - figures.poolCredits;
    super({
      kind: 'payment_required',
      code: 'quota_exhausted',
      public:
        `Credit quota exhausted: this request needs ${count(figures.requiredCredits)} credits, ` +
        `${count(used)} of ${count(figures.includedCredits)} are used and ${count(figures.poolCredits)} remain until ` +
        `${figures.resetsAt.toISOString()}. Upgrade the plan or top up the wallet.`,
    });
  }
}

export class BalanceExhausted extends DomainError {
  constructor(figures: BalanceFigures) {
    super({
      kind: 'payment_required',
      code: 'balance_exhausted',
      public:
        `Prepaid balance too low: this request needs ${usdUp(figures.requiredMicros)} beyond the ` +
        `${count(figures.poolCredits)} credits left this month, the wallet holds ${usd(figures.walletMicros)}. ` +
        'Top up the wallet or upgrade the plan.',
    });
  }
}

export class BalanceOwed extends DomainError {
  constructor(owedMicros: number) {
    super({
      kind: 'payment_required',
      code: 'balance_owed',
      public:
        `${usdUp(owedMicros)} are owed for payments that were refunded or disputed. The next top-up pays this first; ` +
        'until then the prepaid balance cannot be used.',
    });
  }
}

export class SpendCapReached extends DomainError {
  constructor(figures: BalanceFigures) {
    super({
      kind: 'payment_required',
      code: 'spend_cap_reached',
      public:
        `Monthly spend cap reached: ${usd(figures.spentMicros)} of ${usd((figures.capCents ?? 0) * 10_000)} are spent and ` +
        `this request needs ${usdUp(figures.requiredMicros)} more. Raise the cap in the pay-as-you-go settings or upgrade the plan.`,
    });
  }
}

export class KeyLimitReached extends DomainError {
  /** `resetsAt` is null for an ephemeral key. */
  constructor(figures: { required: number; used: number; limit: number; resetsAt: Date | null }) {
    super({
      kind: 'payment_required',
      code: 'key_limit_reached',
      public:
        `Credit limit of this API key reached: this request needs ${count(figures.required)} credits, ` +
        `${count(figures.used)} of ${count(figures.limit)} are used` +
        (figures.resetsAt
          ? ` until ${figures.resetsAt.toISOString()}. Raise the limit of the key, or use another one.`
          : '. Ask for a new key.'),
    });
  }
}

export class RoutingCreditsExhausted extends DomainError {
  constructor(figures: { required: number; available: number; resetsAt: Date }) {
    super({
      kind: 'payment_required',
      code: 'routing_credits_exhausted',
      public:
        `Routing credits exhausted: this request needs ${count(figures.required)}, ${count(figures.available)} remain until ` +
        `${figures.resetsAt.toISOString()}. Upgrade the plan for a larger monthly grant.`,
    });
  }
}

const TOO_LATE = {
  kind: 'upstream_failed',
  code: 'deadline_exceeded',
  public: 'The request took longer than allowed and was not charged. Try again.',
} as const;

export class DeadlineExceeded extends DomainError {
  constructor(deadlineMs: number) {
    super({ ...TOO_LATE, cause: `work was not done after ${deadlineMs} ms` });
  }
}

/** The work outlived its reservation: its credits are already back, so its result may not be handed out. */
export class ChargeAlreadyReleased extends DomainError {
  constructor(chargeId: string) {
    super({ ...TOO_LATE, cause: `charge ${chargeId} was released before it settled` });
  }
}

export class ChargeAlreadySettled extends DomainError {
  constructor(chargeId: string) {
    super({
      kind: 'conflict',
      code: 'charge_settled',
      public: 'This charge is already settled.',
      cause: `charge ${chargeId}`,
    });
  }
}

/** Not of this account, or lost with the database before it was settled. Either way nothing was charged. */
export class ChargeNotFound extends DomainError {
  constructor(chargeId: string) {
    super({
      kind: 'upstream_failed',
      code: 'charge_lost',
      public: 'The request could not be charged, so it was not delivered. Try again.',
      cause: `charge ${chargeId} not found`,
    });
  }
}

export class AdjustmentTooLarge extends DomainError {
  constructor() {
    super({
      kind: 'invalid',
      code: 'adjustment_too_large',
      public: 'The adjustment would make a balance negative.',
    });
  }
}

export class EarningsTooLow extends DomainError {
  constructor(asked: number, { available, pending }: { available: number; pending: number }) {
    const wait = pending > 0 ? ` ${count(pending)} more are pending: ask again when they are available.` : '';
    super({
      kind: 'invalid',
      code: 'earnings_too_low',
      public: `You asked for ${count(asked)} credits; ${count(Math.max(0, available))} can be paid out.${wait}`,
    });
  }
}

export class PayoutUnfunded extends DomainError {
  constructor(credits: number) {
    super({
      kind: 'conflict',
      code: 'payout_unfunded',
      public: `${count(credits)} credits of this payout come from free plans: no money paid for them. Add include_free_plan=true to pay them all the same.`,
    });
  }
}

export class PayoutNotCovered extends DomainError {
  constructor(credits: number) {
    super({
      kind: 'conflict',
      code: 'payout_not_covered',
      public: `Since this payout was requested, sales were reversed because their payment was refunded or disputed. The seller lacks ${count(credits)} credits. Reject the payout, or wait until the disputes are closed.`,
    });
  }
}

export class PayoutNotOpen extends DomainError {
  constructor() {
    super({
      kind: 'not_found',
      code: 'payout_not_found',
      public: 'There is no open payout with this id.',
    });
  }
}
