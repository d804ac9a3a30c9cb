import type { AccountFact, ChargeFact, LedgerState } from '../running-service/ledger-state.ts';
import { describe, type TrackedCall } from './tracked-calls.ts';

/** The API reported this for an account after the restart. */
export type Seen = { accountId: string; included: number; used: number; remaining: number; reported: number };

/** The sweep runs every ten seconds; the rest is margin for a slow machine. */
const SWEEP_SLACK_MS = 15_000;

/** Checks the ledger against the calls. It must hold at whatever moment the service was killed. */
export function judgeLedger(ledger: LedgerState, calls: TrackedCall[], stoppedAt: Date): string[] {
  const chargesOf = Map.groupBy(ledger.charges, (charge) => charge.request_id);
  return [
    ...ledger.differences,
    ...calls.flatMap((call) => judgeCall(call, chargesOf.get(call.requestId) ?? [])),
    ...ledger.charges.flatMap((charge) => judgeDeadline(charge, stoppedAt)),
    ...ledger.accounts.flatMap(judgeSum),
  ];
}

/** After a restart, the API must report the same as the ledger before it, except for reservations that expired since. */
export function judgeViews(ledger: LedgerState, seen: Seen[], seenAt: Date): string[] {
  const accounts = new Map(ledger.accounts.map((account) => [account.account_id, account]));
  const due = ledger.charges.filter(
    ({ status, deadline_at }) => status === 'reserved' && deadline_at <= seenAt,
  );
  return seen.flatMap((view) => {
    const mine = due.filter((charge) => charge.account_id === view.accountId);
    const maybeReleased = mine.reduce((sum, charge) => sum + charge.credits, 0);
    return judgeView(view, accounts.get(view.accountId), maybeReleased);
  });
}

function judgeCall(call: TrackedCall, charges: ChargeFact[]): string[] {
  const settled = charges.filter((charge) => charge.status === 'settled');
  const price = call.text.length;
  const problems: string[] = [];
  if (settled.length > 1) problems.push(`charged ${settled.length} times`);
  if (settled.some((charge) => charge.credits !== price))
    problems.push(`charged something else than ${price}`);
  if (call.acknowledged && settled.length === 0) problems.push('acknowledged and not charged');
  if (call.acknowledged && call.acknowledged.characters !== price) problems.push('reported the wrong price');
  if (isRefusal(call) && settled.length > 0) problems.push(`charged after ${describe(call.first)}`);
  return problems.map((problem) => `${call.requestId}: ${problem}`);
}

function isRefusal({ first, acknowledged }: TrackedCall): boolean {
  return first.kind === 'answered' && first.status !== 200 && !acknowledged;
}

function judgeDeadline(charge: ChargeFact, stoppedAt: Date): string[] {
  const lateMs = stoppedAt.getTime() - charge.deadline_at.getTime();
  if (charge.status !== 'reserved' || lateMs <= SWEEP_SLACK_MS) return [];
  return [`${charge.request_id}: still reserved ${Math.round(lateMs / 1000)} s after its deadline`];
}

function judgeSum({ account_id, included, pool, reserved, settled }: AccountFact): string[] {
  if (pool + reserved + settled === included) return [];
  return [`${account_id}: ${pool} left + ${reserved} reserved + ${settled} used is not ${included}`];
}

function judgeView(view: Seen, fact: AccountFact | undefined, maybeReleased: number): string[] {
  if (!fact) return [];
  const problems: string[] = [];
  const { used, remaining, included, reported } = view;
  if (used + remaining !== included) problems.push(`${used} used + ${remaining} left is not ${included}`);
  if (reported !== fact.settled) problems.push(`usage says ${reported}, the charges ${fact.settled}`);
  const most = fact.settled + fact.reserved;
  if (used > most || used < most - maybeReleased) problems.push(`used is ${used}, not ${most}`);
  return problems.map((problem) => `${view.accountId}: the API says ${problem}`);
}
