/**
 * Kills itself right before its step number KILL_AT: a statement, or a call to the provider. Dying before the last statement
 * of a transaction stands for every moment until its commit.
 */
import { openDatabase } from '../../src/platform/database/index.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import { passTopUps } from './top-up-pass.ts';

const {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir = '',
  CUSTOMER_ID: customerId = '',
  KILL_AT,
} = process.env;
let steps = 0;

const database = await openDatabase({ databaseUrl, dataDir, log });
await passTopUps({
  db: database.db,
  customerId,
  settings: process.env,
  step() {
    steps += 1;
    if (steps === Number(KILL_AT)) process.kill(process.pid, 'SIGKILL');
  },
});
await database.close();
