import { type Caller, payerOf } from '../../http/index.ts';
import type { ChargeRequest } from '../../money/ledger/index.ts';
import { billableQuantity, creditsFor } from '../../money/pricing/index.ts';

/** The price of hearing so much sound. */
export function hearingCharge(
  caller: Caller,
  seconds: number,
  { requestId, deadlineMs }: { requestId: string; deadlineMs: number },
): ChargeRequest {
  return {
    accountId: caller.accountId,
    ...payerOf(caller),
    credits: creditsFor('stt_second', seconds),
    unit: 'stt_second',
    quantity: billableQuantity(seconds),
    requestId,
    deadlineMs,
  };
}
