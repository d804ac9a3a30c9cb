export { ledgerData } from './account-data.ts';
export { adjustByAdmin } from './adjust-by-admin.ts';
export { changePlan } from './change-plan.ts';
export {
  type ChargeRequest,
  type ClosedCharge,
  creditsToReserve,
  type Fee,
  type Reservation,
} from './charge.ts';
export { type ChargeDeps, chargeFor } from './charge-for.ts';
export { type Amount, openStreamCharge, type StreamCharge } from './charge-stream.ts';
export { closeWallet } from './close-wallet.ts';
export { anchorPlusMonths } from './cycle.ts';
export {
  decidePayout,
  type EarningsDeps,
  earningsOf,
  earningsOfAll,
  requestPayout,
} from './earnings.ts';
export {
  AdjustmentTooLarge,
  ChargeAlreadyReleased,
  ChargeAlreadySettled,
  ChargeNotFound,
  DeadlineExceeded,
  QuotaExhausted,
  RoutingCreditsExhausted,
} from './errors.ts';
export { expireReservations } from './expire-reservations.ts';
export {
  allotCredits,
  changeKeyLimit,
  type KeyLimit,
  listKeyLimits,
  sweepAllotments,
} from './key-limits.ts';
export { matchChangedSales } from './match-sales.ts';
export { noteChangePaid, noteGrant } from './note-grant.ts';
export { grantWithheld, openWallet } from './open-wallet.ts';
export { type PayoutRow, selectPayouts } from './queries/earnings.ts';
export { noteProgress } from './queries/progress.ts';
export type { Rider, RiderKind } from './queries/riders.ts';
export { lockWallet, selectWithheld, type WalletRow } from './queries/wallets.ts';
export { quoteCharge } from './quote-charge.ts';
export { releaseCharge } from './release-charge.ts';
export { currentWallet, renewCycle, renewDueCycles } from './renew-cycle.ts';
export { reserveAll, reserveCredits } from './reserve-credits.ts';
export { giveBackRoutingCredits, takeRoutingCredits } from './routing-credits.ts';
export { runWithin } from './run-within.ts';
export { settleCharge } from './settle-charge.ts';
export { giveBack, takeBack } from './take-back.ts';
export { giveBackGrant, takeBackGrant } from './take-back-grant.ts';
export { topUp } from './top-up.ts';
export { type LedgerDifference, verifyLedger } from './verify-ledger.ts';
