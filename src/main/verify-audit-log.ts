/** ./run verify-audit-log: names the first row of each chain that was changed or removed. */
import { openDatabase } from '../platform/database/index.ts';
import { verifyAuditLog } from '../tenancy/audit-log/index.ts';
import { startWith } from './start-with.ts';

await startWith(async (config, log) => {
  const database = await openDatabase({ databaseUrl: config.databaseUrl, dataDir: config.dataDir, log });
  const { chains, events, erased, broken } = await verifyAuditLog(database.db);
  await database.close();
  for (const { chain, seq, eventId, why } of broken) {
    process.stdout.write(`${chain}: row ${seq}${eventId ? ` (${eventId})` : ''}: ${why}\n`);
  }
  const size = `${events} events in ${chains} chains, ${erased} without their details`;
  process.stdout.write(
    `${broken.length === 0 ? 'The audit log is whole' : 'The audit log was changed'}: ${size}.\n`,
  );
  process.exitCode = broken.length === 0 ? 0 : 1;
});
