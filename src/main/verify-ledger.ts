/** ./run verify-ledger [--since 7d]: `--since` is how far back payments are compared with the providers. */
import { parseArgs } from 'node:util';
import { verifyLedger } from '../money/ledger/index.ts';
import { compareWithProviders, verifyPayments } from '../money/payment-events/index.ts';
import { openProviders } from '../money/providers/index.ts';
import { systemClock as clock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database/index.ts';
import { startWith } from './start-with.ts';
import { parseSince } from './verify-since.ts';

const BALANCED = 'Every balance equals its entries, and every payment has its delivery.';

await startWith(async (config, log) => {
  const { values } = parseArgs({ options: { since: { type: 'string' } } });
  const since = parseSince(values.since, clock.now());
  const providers = openProviders(config.payments, config);
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  const { db } = database;
  const inside = [...(await verifyLedger(db)), ...(await verifyPayments(db))];
  const outside = await compareWithProviders({ db, clock, providers }, since);
  await database.close();
  for (const { accountId, what, expected, found } of inside) {
    process.stdout.write(`${accountId}: ${what} should be ${expected} and is ${found}\n`);
  }
  for (const { provider, what, remedy } of outside) {
    process.stdout.write(`${provider}: ${what}; ${remedy}.\n`);
  }
  process.stdout.write(`${inside.length === 0 ? BALANCED : 'The books do not balance.'}\n`);
  if (outside.length > 0) process.stdout.write('The books and the providers differ.\n');
  process.exitCode = inside.length + outside.length === 0 ? 0 : 1;
});
