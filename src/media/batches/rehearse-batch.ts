import type { Caller } from '../../http/index.ts';
import { quoteCharge } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { describeQuote } from '../estimates/index.ts';
import type { VideoQuote } from '../video/index.ts';
import type { Judged } from './judge-lines.ts';
import type { BatchRehearsal } from './schemas.ts';

/** What `dry_run` says: each line's verdict, and what the good ones would cost. */
export async function describeRehearsal(
  deps: { db: Db; clock: Clock },
  { accountId, plan }: Caller,
  judged: readonly Judged[],
): Promise<BatchRehearsal> {
  const orders = judged.flatMap((line) => ('order' in line ? [line.order] : []));
  const credits = creditsOf(orders);
  const quote = await quoteCharge(deps, { accountId, plan, credits });
  return {
    valid: orders.length,
    invalid: judged.length - orders.length,
    lines: judged.map(({ line, requestId, ...verdict }) => ({
      line,
      ...(requestId !== undefined && { request_id: requestId }),
      ok: 'order' in verdict,
      ...('problem' in verdict && { error: verdict.problem.public }),
    })),
    estimate: {
      characters: sum(orders.map(({ characters }) => characters)),
      duration_seconds: sum(orders.map(({ estimatedSeconds }) => estimatedSeconds)),
      credits,
      ...describeQuote(quote),
    },
  };
}

function creditsOf(orders: readonly VideoQuote[]): number {
  return sum(orders.flatMap(({ job }) => job.charges.map(({ credits }) => credits)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
