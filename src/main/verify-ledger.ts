import { verifyLedger } from '../money/ledger/index.ts';
import { verifyPayments } from '../money/payment-events/index.ts';
import { openDatabase } from '../platform/database/index.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  const { db } = database;
  const differences = [...(await verifyLedger(db)), ...(await verifyPayments(db))];
  await database.close();
  for (const { accountId, what, expected, found } of differences) {
    process.stdout.write(`${accountId}: ${what} should be ${expected} and is ${found}\n`);
  }
  process.stdout.write(
    differences.length === 0
      ? 'Every balance equals its entries, and every payment has its delivery.\n'
      : 'The books do not balance.\n',
  );
  process.exitCode = differences.length === 0 ? 0 : 1;
});
