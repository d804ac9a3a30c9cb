/**
 * scripts/with-postgres.sh npm run bench:marketplace -- [--listings 100000] [--licensees 100000] [--charges 1000000]
 *
 * Measures how long the pages of the marketplace take once it is large, and how long a takedown takes with many licensees.
 */
import { parseArgs } from 'node:util';
import { describeMachine } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import { sql } from '../../src/platform/database/index.ts';
import { type Customer, openAdmin, openCustomer } from '../../tests/support/customer.ts';
import { forgetRateLimits, openTestService } from '../../tests/support/test-service.ts';
import { fillMarketplace } from './fill.ts';

const RUNS = 7;

const { values } = parseArgs({
  options: {
    listings: { type: 'string', default: '100000' },
    licensees: { type: 'string', default: '100000' },
    charges: { type: 'string', default: '1000000' },
  },
});
const scale = {
  listings: Number(values.listings),
  licensees: Number(values.licensees),
  charges: Number(values.charges),
};
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const service = await openTestService();
const { db } = service;
const admin = await openAdmin(service);
const reader = await openCustomer(service);
const startedMs = performance.now();
const { hotListing, hotClone, hotSeller, buyer } = await fillMarketplace(db, scale);
print(describeMachine());
print(`${JSON.stringify(scale)}, filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
print('');
print('| page | p50 ms | max ms |');
print('|---|---|---|');

const community = '/api/v1/voices/community';
for (const sort of ['featured', 'popular', 'recent']) {
  await page(`browse ${sort}`, `${community}?sort=${sort}`);
  await nextPage(`browse ${sort}, second page`, `${community}?sort=${sort}`);
  await page(`browse ${sort}, a word that 20 % have`, `${community}?sort=${sort}&query=warm`);
  await page(`browse ${sort}, a word that one has`, `${community}?sort=${sort}&query=77777`);
  await page(`browse ${sort}, two words`, `${community}?sort=${sort}&query=warm+rad`);
  await page(`browse ${sort}, a language`, `${community}?sort=${sort}&language=ja`);
  await page(`browse ${sort}, a language that none has`, `${community}?sort=${sort}&language=sw`);
  await page(`browse ${sort}, a rare tag`, `${community}?sort=${sort}&tag=tag123`);
}
await page('catalog', '/api/v1/voices?limit=100');
await page('one listing', `${community}/${hotListing}`);
await page('reviews of one listing', `${community}/${hotListing}/reviews`);
await as(hotSeller, async () => {
  await page('earnings of a seller', '/api/v1/seller/earnings');
  await page('payouts of a seller', '/api/v1/seller/payouts');
});
await as(buyer, () =>
  timed('review a listing', () => reader.byKey('POST', `${community}/${hotListing}/reviews`, { rating: 4 })),
);
for (const list of ['listings', 'listings?status=pending_review', 'listings?status=rejected', 'payouts'])
  await timed(`admin: ${list}`, () => admin.call('GET', `/api/admin/${list}`));
await timed('admin: listing-reports', () => admin.call('GET', '/api/admin/listing-reports'));
await timed('admin: seller-verifications', () => admin.call('GET', '/api/admin/seller-verifications'));

print('');
print(`| with ${scale.licensees} licensees | ms |`);
print('|---|---|');
const clone = `/api/voices/clone/${hotClone}`;
await as(hotSeller, () => once('unlist', () => reader.byKey('DELETE', `${clone}/publish`)));
await once('takedown', () =>
  admin.call('POST', `/api/admin/listings/${hotListing}/takedown`, { reason: 'Imitates a singer.' }),
);
await as(hotSeller, () => once('delete the voice', () => reader.byKey('DELETE', clone)));
await service.close();

type Reply = Awaited<ReturnType<Customer['byKey']>>;

async function page(what: string, url: string): Promise<void> {
  await timed(what, () => reader.byKey('GET', url));
}

async function nextPage(what: string, url: string): Promise<void> {
  const cursor = (await reader.byKey('GET', url)).json<{ next_cursor: string }>().next_cursor;
  await page(what, `${url}&cursor=${cursor}`);
}

/** The key of the reader is that of an account that was filled, for the while. */
async function as(accountId: string, work: () => Promise<void>): Promise<void> {
  const move = (from: string, to: string) =>
    sql`UPDATE api_keys SET account_id = ${to}::uuid WHERE account_id = ${from}::uuid`.execute(db);
  await move(reader.accountId, accountId);
  await work();
  await move(accountId, reader.accountId);
}

async function timed(what: string, call: () => Promise<Reply>): Promise<void> {
  await forgetRateLimits(db);
  const tookMs = [];
  for (let run = 0; run < RUNS; run += 1) tookMs.push(await timeOf(call));
  print(`| ${what} | ${quantile(tookMs, 0.5).toFixed(1)} | ${Math.max(...tookMs).toFixed(1)} |`);
}

async function once(what: string, call: () => Promise<Reply>): Promise<void> {
  print(`| ${what} | ${(await timeOf(call)).toFixed(0)} |`);
}

async function timeOf(call: () => Promise<Reply>): Promise<number> {
  const startMs = performance.now();
  const { statusCode, body } = await call();
  if (statusCode >= 300) throw new Error(`${statusCode} ${body}`);
  return performance.now() - startMs;
}
