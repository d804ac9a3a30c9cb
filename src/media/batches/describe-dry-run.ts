import type { Caller } from '../../http/index.ts';
import { creditsToReserve } from '../../money/ledger/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import { describeMeans } from '../estimates/index.ts';
import type { VideoQuote } from '../video/index.ts';
import type { QuotedLine } from './quote-lines.ts';
import type { BatchDryRun } from './schemas.ts';

/** Returns a verdict for each line and the cost of the valid ones. */
export async function describeDryRun(
  deps: { db: Db; clock: Clock },
  caller: Caller,
  quoted: readonly QuotedLine[],
): Promise<BatchDryRun> {
  const quotes = quoted.flatMap((line) => ('quote' in line ? [line.quote] : []));
  const credits = creditsOf(quotes);
  return {
    valid: quotes.length,
    invalid: quoted.length - quotes.length,
    lines: quoted.map(({ line, requestId, ...verdict }) => ({
      line,
      ...(requestId !== undefined && { request_id: requestId }),
      ok: 'quote' in verdict,
      ...('problem' in verdict && { error: verdict.problem.public }),
    })),
    estimate: {
      characters: sum(quotes.map(({ characters }) => characters)),
      duration_seconds: sum(quotes.map(({ estimatedSeconds }) => estimatedSeconds)),
      credits,
      ...(await describeMeans(deps, caller, { credits })),
    },
  };
}

function creditsOf(quotes: readonly VideoQuote[]): number {
  return sum(quotes.flatMap(({ job }) => job.charges.map(creditsToReserve)));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
