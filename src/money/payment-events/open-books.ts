import type { Db } from '../../platform/database/index.ts';
import { PROVIDERS, type ProviderName } from '../providers/index.ts';
import { type CreditRow, type ReportRow, selectCredits, selectReports } from './queries/comparison.ts';

/** What is known here of a provider's payments, by their names. */
export type Books = {
  find(key: string): { credit: CreditRow | undefined; report: ReportRow | undefined };
  has(key: string): boolean;
  /** Payments that had an effect. */
  acted(): Set<string>;
  /** Names the account. */
  whose(key: string): string;
};

const PAGE = 1_000;

export async function openBooks(db: Db, provider: ProviderName, since: Date): Promise<Books> {
  const { names } = PROVIDERS[provider];
  const credits = new Map((await selectCredits(db, provider, since)).map((row) => [row.id, row]));
  const reports = new Map<string, ReportRow>();
  for await (const report of reportsSince(db, provider, since)) {
    const key = names.inEvent(report);
    // Of several events of one payment the one that acted counts.
    if (key !== null && reports.get(key)?.status !== 'acted') reports.set(key, report);
  }
  return {
    find: (key) => ({ credit: credits.get(key), report: reports.get(key) }),
    has: (key) => credits.has(key) || reports.has(key),
    acted: () =>
      new Set([
        ...credits.keys(),
        ...[...reports].flatMap(([key, { status }]) => (status === 'acted' ? key : [])),
      ]),
    whose(key) {
      const credit = credits.get(key);
      return credit ? ` (account ${credit.account_id})` : '';
    },
  };
}

async function* reportsSince(db: Db, provider: ProviderName, since: Date): AsyncIterable<ReportRow> {
  for (let after = smallestIdOf(since); ; ) {
    const page = await selectReports(db, provider, {
      after,
      limit: PAGE,
      type: PROVIDERS[provider].names.eventType,
    });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < PAGE) return;
    after = last.id;
  }
}

/** Ids of events begin with the time of their arrival. */
function smallestIdOf(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
