import type { Account, Call, Client, Outcome } from '../running-service/client.ts';

/** A request id, and everything its caller has received for it. */
export type TrackedCall = Call & {
  first: Outcome;
  /** The caller's final response: the first one, or that of a retry with the same key. */
  acknowledged: { digest: string; characters: number } | null;
};

export type RetryCounts = { same: number; settledBefore: number; fresh: number; waiting: number };

/** Some calls can be repeated safely; each interrupted one is synthesized again after the restart, which takes time. */
const KEYED_EVERY = 19;
/** Still held by the dead owner, rate limited, or too slow a machine: the caller may retry. */
const TRY_LATER = [409, 429, 502];
const WORDS = ['Hi', 'Yes', 'Sure', 'Hello', 'Thanks'];

export function planCalls(prefix: string, accounts: Account[], count: number): Call[] {
  return Array.from({ length: count }, (_, index) => {
    const account = accounts[index % accounts.length];
    if (!account) throw new Error('no accounts');
    const requestId = `${prefix}-${index}`;
    const text = WORDS[Math.floor(index / accounts.length) % WORDS.length] ?? 'Hi';
    // Not a divisor of the number of accounts: each gets some, and none so many that retries exceed its rate limit.
    return { requestId, account, text, idempotencyKey: index % KEYED_EVERY === 0 ? requestId : null };
  });
}

export function track(call: Call, first: Outcome): TrackedCall {
  return { ...call, first, acknowledged: acknowledgementOf(first) };
}

/** Complete, with its price: the caller may rely on it from now on. */
function acknowledgementOf(outcome: Outcome): TrackedCall['acknowledged'] {
  if (outcome.kind !== 'answered' || outcome.status !== 200 || !outcome.whole) return null;
  return { digest: outcome.digest, characters: outcome.characters };
}

/** Retries calls with their keys; those that must wait stay unacknowledged until later. */
export async function retryKeyed(
  client: Client,
  calls: TrackedCall[],
  violations: string[],
): Promise<RetryCounts> {
  const counts: RetryCounts = { same: 0, settledBefore: 0, fresh: 0, waiting: 0 };
  await Promise.all(calls.map((call) => retry(client, call, counts, violations)));
  return counts;
}

async function retry(
  client: Client,
  call: TrackedCall,
  counts: RetryCounts,
  violations: string[],
): Promise<void> {
  const outcome = await client.speak(call);
  if (outcome.kind === 'answered' && TRY_LATER.includes(outcome.status)) {
    counts.waiting += 1;
    return;
  }
  const answer = acknowledgementOf(outcome);
  if (!answer || outcome.kind === 'cut') {
    violations.push(`${call.requestId}: its retry got ${describe(outcome)}`);
  } else if (!call.acknowledged) {
    counts[outcome.replayed ? 'settledBefore' : 'fresh'] += 1;
    call.acknowledged = answer;
  } else if (outcome.replayed && answer.digest === call.acknowledged.digest) {
    counts.same += 1;
  } else {
    violations.push(`${call.requestId}: its retry did not get the bytes of the first answer`);
  }
}

export function describe(outcome: Outcome): string {
  return outcome.kind === 'cut' ? 'no answer' : `${outcome.status}${outcome.whole ? '' : ', incomplete'}`;
}
