import type { Account, Call, Client, Outcome } from '../running-service/client.ts';

/** A call and everything that its caller has received for it. */
export type TrackedCall = Call & {
  first: Outcome;
  /** The caller's final response: the first one, or that of a retry with the same key. */
  acknowledged: { digest: string; characters: number } | null;
};

export type RetryCounts = { same: number; settledBefore: number; fresh: number; waiting: number };

/** Only some calls have a key: each interrupted one is synthesized again after the restart, which takes time. */
const KEYED_EVERY = 19;
/** The key is still leased, the rate limit is reached, or the machine is too slow: the caller may retry. */
const TRY_LATER = [409, 429, 502];
const WORDS = ['Hi', 'Yes', 'Sure', 'Hello', 'Thanks'];

export function planCalls(prefix: string, accounts: Account[], count: number): Call[] {
  return Array.from({ length: count }, (_, index) => {
    const account = accounts[index % accounts.length];
    if (!account) throw new Error('no accounts');
    const requestId = `${prefix}-${index}`;
    const text = WORDS[Math.floor(index / accounts.length) % WORDS.length] ?? 'Hi';
    // KEYED_EVERY does not divide the number of accounts, so each gets a few and no retries exceed a rate limit.
    return { requestId, account, text, idempotencyKey: index % KEYED_EVERY === 0 ? requestId : null };
  });
}

export function track(call: Call, first: Outcome): TrackedCall {
  return { ...call, first, acknowledged: acknowledgementOf(first) };
}

/** A complete response with its price: from now on the caller may rely on it. */
function acknowledgementOf(outcome: Outcome): TrackedCall['acknowledged'] {
  if (outcome.kind !== 'answered' || outcome.status !== 200 || !outcome.whole) return null;
  return { digest: outcome.digest, characters: outcome.characters };
}

/** Retries calls with their keys. Those that must wait stay unacknowledged for now. */
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
