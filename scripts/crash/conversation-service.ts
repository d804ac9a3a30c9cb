/** The whole service with fake engines, on a database that outlives it. Tests kill it. */

import { stopGracefully } from '../../src/main/stop-gracefully.ts';
import { reportReady } from '../../src/main/supervised.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { migrate, openDatabase } from '../../src/platform/database/index.ts';
import { silentLog } from '../../src/platform/log.ts';
import { openTestService } from '../../tests/support/test-service.ts';

const { databaseUrl, dataDir, port, drainSeconds } = parseConfig(process.env);
const database = await openDatabase({ databaseUrl, dataDir, log: silentLog });
await migrate(database, { log: silentLog });
const llm = process.env.LLM_BASE_URL;
const service = await openTestService({ kept: { database, dataDir }, ...(llm && { llm }) });
await service.app.listen({ host: '127.0.0.1', port });
reportReady();
stopGracefully({ log: silentLog, leaveSeconds: drainSeconds }, async (seconds) => {
  await service.app.leave(seconds);
  await service.close();
});
