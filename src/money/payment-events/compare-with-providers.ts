import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/index.ts';
import {
  type FoundPayment,
  PROVIDER_NAMES,
  PROVIDERS,
  type ProviderName,
  type Providers,
} from '../providers/index.ts';
import { type Books, openBooks } from './open-books.ts';

export type ProviderDifference = { provider: ProviderName; what: string; remedy: string };

/** The event of a younger payment may be on its way. */
const ON_ITS_WAY_MS = 15 * 60_000;
const COMPARE_MS = 600_000;

const RESEND = "resend its event from the provider's dashboard";
const LOOK_UP =
  'look it up at the provider; take back what was not paid with POST /api/admin/users/{id}/credits';

/** Holds what the providers say they were paid since then against what was credited, where a provider has a list. */
export async function compareWithProviders(
  deps: { db: Db; clock: Clock; providers: Providers },
  since: Date,
): Promise<ProviderDifference[]> {
  const differences: ProviderDifference[] = [];
  for (const name of PROVIDER_NAMES) {
    if (!deps.providers[name]?.listPayments) continue;
    try {
      for await (const difference of compareOne(deps, name, since))
        differences.push({ provider: name, ...difference });
    } catch (error) {
      const what = `could not be compared: ${reasonOf(error)}`;
      differences.push({ provider: name, what, remedy: 'try again when it answers' });
    }
  }
  return differences;
}

type Difference = Omit<ProviderDifference, 'provider'>;

async function* compareOne(
  { db, clock, providers }: { db: Db; clock: Clock; providers: Providers },
  name: ProviderName,
  since: Date,
): AsyncIterable<Difference> {
  const provider = providers[name];
  const { names } = PROVIDERS[name];
  const signal = AbortSignal.timeout(COMPARE_MS);
  const books = await openBooks(db, name, since);
  const dueBefore = new Date(clock.now().getTime() - ON_ITS_WAY_MS);
  const listed = new Set<string>();
  for await (const payment of provider?.listPayments?.(since, signal) ?? []) {
    const key = names.of(payment);
    listed.add(key);
    const difference = judge(key, payment, books);
    if (difference && (payment.at < dueBefore || books.has(key))) yield difference;
  }
  for (const key of books.acted()) {
    // The list begins with the payments that were started since then. This one may be older.
    if (listed.has(key) || !names.canBeFound(key)) continue;
    const payment = await provider?.findPayment(key, signal);
    const difference = payment
      ? judge(key, payment, books)
      : { what: `${key} is credited here${books.whose(key)} and unknown there`, remedy: LOOK_UP };
    if (difference) yield difference;
  }
}

function judge(key: string, payment: FoundPayment, books: Books): Difference | null {
  const { credit, report } = books.find(key);
  const paid = moneyText(payment.amountMinor, payment.currency);
  if (payment.status !== 'paid') {
    const credited = credit ? !credit.taken_back : report?.status === 'acted';
    if (!credited) return null;
    return {
      what: `${key} is credited here${books.whose(key)} and ${payment.status} there`,
      remedy: LOOK_UP,
    };
  }
  if (credit) {
    if (credit.amount_minor === payment.amountMinor && credit.currency === payment.currency) return null;
    const here = moneyText(credit.amount_minor, credit.currency);
    return { what: `${key} is ${here} here${books.whose(key)} and ${paid} there`, remedy: LOOK_UP };
  }
  const there = `${key} (${paid}, ${payment.at.toISOString()}) is paid there and`;
  if (!report) return { what: `${there} not credited here`, remedy: RESEND };
  const path = `POST /api/admin/payment-events/${report.id}`;
  switch (report.status) {
    case 'acted':
      return null;
    case 'held':
      return { what: `${there} held here (${report.note})`, remedy: `release it with ${path}/release` };
    case 'ignored':
    case 'stored':
      return {
        what: `${there} ${report.status} here (${report.note})`,
        remedy: `replay it with ${path}/replay`,
      };
  }
}

function moneyText(minor: number, currency: string): string {
  return `${currency} ${(minor / 100).toFixed(2)}`;
}

/** The words of the provider, where it gave some. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}
