export type Step =
  | { kind: 'session'; plan: string; at: number }
  | { kind: 'updated'; status: string; plan: string; at: number }
  | { kind: 'deleted' | 'invoice_paid' | 'invoice_failed'; at: number }
  | { kind: 'payment'; payment: number }
  | { kind: 'refund'; payment: number; total: number }
  | { kind: 'dispute'; payment: number; stage: 'open' | 'won' | 'lost' };

/** What a payment adds. */
export function centsOfPayment(payment: number): number {
  return (payment + 1) * 1_000;
}

/** The rules of payment events once more, for one account, in plain code and without a database. */
export class PaymentModel {
  plan = 'free';
  #movedAt = Number.NEGATIVE_INFINITY;
  #known = false;
  readonly #early: Step[] = [];
  readonly #seen = new Set<Step>();

  deliver(step: Step): void {
    if (this.#seen.has(step)) return;
    this.#seen.add(step);
    if (step.kind === 'session') this.#known = true;
    if ('at' in step && !this.#known) this.#early.push(step);
    else this.#act(step);
    if (step.kind === 'session') for (const early of this.#early.splice(0)) this.#act(early);
  }

  /** Depends on what arrived, and not on its order. */
  get cents(): number {
    const paid = new Set([...this.#seen].flatMap((step) => (step.kind === 'payment' ? [step.payment] : [])));
    return [...paid].reduce((sum, payment) => sum + centsOfPayment(payment) - this.#taken(payment), 0);
  }

  #taken(payment: number): number {
    let refunded = 0;
    const stages = new Set<string>();
    for (const step of this.#seen) {
      if (step.kind === 'refund' && step.payment === payment) refunded = Math.max(refunded, step.total);
      if (step.kind === 'dispute' && step.payment === payment) stages.add(step.stage);
    }
    const disputed = stages.size > 0 && !stages.has('won') ? centsOfPayment(payment) : 0;
    return Math.min(centsOfPayment(payment), refunded + disputed);
  }

  #act(step: Step): void {
    if (!('at' in step)) return;
    const plan = this.#planAfter(step);
    if (plan === null || step.at < this.#movedAt) return;
    this.plan = plan;
    this.#movedAt = step.at;
  }

  #planAfter(step: Step): string | null {
    switch (step.kind) {
      case 'session':
        return step.plan;
      case 'deleted':
        return 'free';
      case 'invoice_failed':
        return 'suspended';
      case 'invoice_paid':
        return this.plan === 'free' || this.plan === 'suspended' ? 'creator' : null;
      case 'updated':
        if (step.status === 'active') return step.plan;
        return step.status === 'canceled' || step.status === 'unpaid' ? 'free' : 'suspended';
      default:
        return null;
    }
  }
}
