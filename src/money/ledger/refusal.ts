import type { DomainError } from '../../platform/errors.ts';
import { microsOfCents, splitCharge } from '../pricing/index.ts';
import type { ChargeRequest } from './charge.ts';
import {
  BalanceExhausted,
  BalanceOwed,
  QuotaExhausted,
  RoutingCreditsExhausted,
  SpendCapReached,
} from './errors.ts';
import type { WalletRow } from './queries/wallets.ts';

type Asked = Pick<ChargeRequest, 'credits' | 'routingCredits'> & { microsPerCredit: number };

export function refuseUncovered(asked: Asked, wallet: WalletRow): void {
  const refusal = refusalOf(asked, wallet);
  if (refusal) throw refusal;
}

/** Why the balance does not cover the charge; null when it does. */
export function refusalOf({ microsPerCredit, ...request }: Asked, wallet: WalletRow): DomainError | null {
  const routing = request.routingCredits ?? 0;
  const resetsAt = wallet.cycle_ends_at;
  if (wallet.routing_credits < routing) {
    return new RoutingCreditsExhausted({ required: routing, available: wallet.routing_credits, resetsAt });
  }
  const { overMicros } = splitCharge(request.credits, wallet.pool_credits, microsPerCredit);
  const figures = {
    requiredCredits: request.credits,
    poolCredits: wallet.pool_credits,
    includedCredits: wallet.included_credits,
    walletMicros: wallet.wallet_micros,
    requiredMicros: overMicros,
    spentMicros: wallet.prepaid_spent_micros,
    capCents: wallet.monthly_spend_cap_cents,
    resetsAt,
  };
  if (overMicros > wallet.wallet_micros) {
    if (wallet.owed_micros > 0) return new BalanceOwed(wallet.owed_micros);
    return wallet.funded_at ? new BalanceExhausted(figures) : new QuotaExhausted(figures);
  }
  const { capCents } = figures;
  const overCap = capCents !== null && wallet.prepaid_spent_micros + overMicros > microsOfCents(capCents);
  return overMicros > 0 && overCap ? new SpendCapReached(figures) : null;
}
