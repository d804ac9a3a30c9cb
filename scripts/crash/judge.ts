import type { AccountFact, Books, ChargeFact } from './books.ts';
import { describe, type TrackedCall } from './tracked-calls.ts';

/** What the API said of an account after the restart. */
export type Seen = { accountId: string; included: number; used: number; remaining: number; reported: number };

export type Observation = { books: Books; calls: TrackedCall[]; seen: Seen[]; seenAt: Date };

/** The sweep comes every ten seconds; the rest is for a slow machine. */
const SWEEP_SLACK_MS = 15_000;

/** How far before a reading of the balance a release may have begun that only ended after it. */
export const RELEASE_OVERLAP_MS = 15_000;

export function judge({ books, calls, seen, seenAt }: Observation): string[] {
  const chargesOf = Map.groupBy(books.charges, (charge) => charge.request_id);
  const accounts = new Map(books.accounts.map((account) => [account.account_id, account]));
  return [
    ...books.differences,
    ...calls.flatMap((call) => judgeCall(call, chargesOf.get(call.requestId) ?? [])),
    ...books.charges.flatMap((charge) => judgeDeadline(charge, seenAt)),
    ...books.accounts.flatMap(judgeSum),
    ...seen.flatMap((view) => judgeView(view, accounts.get(view.accountId))),
  ];
}

function judgeCall(call: TrackedCall, charges: ChargeFact[]): string[] {
  const settled = charges.filter((charge) => charge.status === 'settled');
  const price = call.text.length;
  const problems: string[] = [];
  if (settled.length > 1) problems.push(`charged ${settled.length} times`);
  if (settled.some((charge) => charge.credits !== price))
    problems.push(`charged something else than ${price}`);
  if (call.acknowledged && settled.length === 0) problems.push('acknowledged and not charged');
  if (call.acknowledged && call.acknowledged.characters !== price) problems.push('told the wrong price');
  if (isRefusal(call) && settled.length > 0) problems.push(`charged after ${describe(call.first)}`);
  return problems.map((problem) => `${call.requestId}: ${problem}`);
}

function isRefusal({ first, acknowledged }: TrackedCall): boolean {
  return first.kind === 'answered' && first.status !== 200 && !acknowledged;
}

function judgeDeadline(charge: ChargeFact, seenAt: Date): string[] {
  const lateMs = seenAt.getTime() - charge.deadline_at.getTime();
  if (charge.status !== 'reserved' || lateMs <= SWEEP_SLACK_MS) return [];
  return [`${charge.request_id}: still reserved ${Math.round(lateMs / 1000)} s after its deadline`];
}

function judgeSum({ account_id, included, pool, reserved, settled }: AccountFact): string[] {
  if (pool + reserved + settled === included) return [];
  return [`${account_id}: ${pool} left + ${reserved} reserved + ${settled} used is not ${included}`];
}

function judgeView(view: Seen, fact: AccountFact | undefined): string[] {
  if (!fact) return [];
  const problems: string[] = [];
  const { used, remaining, included, reported } = view;
  if (used + remaining !== included) problems.push(`${used} used + ${remaining} left is not ${included}`);
  if (reported !== fact.settled) problems.push(`usage says ${reported}, the charges ${fact.settled}`);
  const least = fact.settled + fact.reserved;
  if (used < least || used > least + fact.released_since) problems.push(`used is ${used}, not ${least}`);
  return problems.map((problem) => `${view.accountId}: the API says ${problem}`);
}
