import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { currentWallet, type WalletRow } from '../ledger/index.ts';
import { centsOf, centsRoundedUp } from '../pricing/index.ts';

export type PaygSettings = {
  autoTopUpEnabled: boolean;
  autoTopUpAmountCents: number;
  lowBalanceThresholdCents: number;
  monthlySpendCapCents: number | null;
  usageAlertPercents: number[];
  /** All automatic top-ups in a billing month may add up to this many US cents. Null means that there is no cap. */
  autoTopUpMonthlyCapCents: number | null;
};

export type WalletView = PaygSettings & {
  creditBalanceCents: number;
  owedCents: number;
  routingCredits: number;
  credits: { included: number; used: number; remaining: number; owed: number; resets_at: string };
};

export async function describeWallet(db: Db, clock: Clock, accountId: string): Promise<WalletView> {
  const wallet = await currentWallet({ db, clock }, accountId);
  return {
    creditBalanceCents: centsOf(wallet.wallet_micros),
    owedCents: centsRoundedUp(wallet.owed_micros),
    routingCredits: wallet.routing_credits,
    ...settingsOf(wallet),
    credits: {
      included: wallet.included_credits,
      used: wallet.included_credits - wallet.pool_credits,
      remaining: wallet.pool_credits,
      owed: wallet.owed_credits,
      resets_at: wallet.cycle_ends_at.toISOString(),
    },
  };
}

export function settingsOf(wallet: WalletRow): PaygSettings {
  return {
    autoTopUpEnabled: wallet.auto_top_up_enabled,
    autoTopUpAmountCents: wallet.auto_top_up_amount_cents,
    lowBalanceThresholdCents: wallet.low_balance_threshold_cents,
    monthlySpendCapCents: wallet.monthly_spend_cap_cents,
    usageAlertPercents: wallet.usage_alert_percents ?? [],
    autoTopUpMonthlyCapCents: wallet.auto_top_up_monthly_cap_cents,
  };
}
