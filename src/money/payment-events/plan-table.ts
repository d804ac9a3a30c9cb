import type { PlanId } from '../plans/index.ts';

/** The plan that a subscription's status stands for; null when it moves nothing. */
export function planOfStatus(status: string, plan: PlanId | null): PlanId | null {
  switch (status) {
    case 'active':
    case 'trialing':
      return plan;
    case 'canceled':
    case 'unpaid':
    case 'incomplete_expired':
    case 'deleted':
      return 'free';
    case 'past_due':
    case 'incomplete':
    case 'paused':
      return 'suspended';
    default:
      return null;
  }
}

/** An invoice restores who had no paid plan. */
export function planAfterInvoice(current: string, paidFor: PlanId | null): PlanId | null {
  return current === 'free' || current === 'suspended' ? paidFor : null;
}
