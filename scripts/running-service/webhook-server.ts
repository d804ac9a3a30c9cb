/** The payment webhooks alone, on the real database, with the sweep: what the crash test kills and the benchmark loads. */
import { createServer } from '../../src/http/index.ts';
import { OPEN_ACCESS } from '../../src/http/testing.ts';
import { actOnStoredEvents, paymentEventRoutes } from '../../src/money/payment-events/index.ts';
import { systemClock as clock } from '../../src/platform/clock.ts';
import { parseConfig } from '../../src/platform/config/index.ts';
import { migrate, openDatabase, sql } from '../../src/platform/database/index.ts';
import { createLog } from '../../src/platform/log.ts';

const SWEEP_EVERY_MS = 1_000;

const config = parseConfig(process.env);
const { payments, invoicing, production, publicUrl, databaseUrl, dataDir, host, port } = config;
const log = createLog({ level: config.logLevel, destination: process.stderr });
const database = await openDatabase({ databaseUrl, dataDir, log });
await migrate(database, { log });
const { db } = database;
const left = await sql<{ key: string }>`
  SELECT dedupe_key AS key FROM payment_events WHERE status = 'stored'`.execute(db);
const stored = left.rows.map(({ key }) => key);
const deps = { db, clock, log, production, payments, invoicing, providers: {} };
const app = await createServer({
  log,
  publicUrl,
  trustProxy: false,
  rateLimiting: { hit: async () => ({ allowed: true, limit: 1, remaining: 1, resetSeconds: 1 }) },
  authentication: {
    authenticateKey: async () => null,
    authenticateSession: async () => null,
    sessionCookieName: 'none',
    verifyCsrf: () => false,
    workerSecret: '',
    publicOrigin: publicUrl,
    access: OPEN_ACCESS,
    signedUrls: { secret: '', now: () => clock.now() },
  },
});
await app.register(paymentEventRoutes(deps));
app.get('/api/live', { config: { auth: 'public', bucket: 'none' } }, async () => ({ live: true, stored }));
await app.listen({ host, port });

const sweeping = setInterval(() => {
  actOnStoredEvents(deps).catch((err) => log.error({ err }, 'the sweep failed'));
}, SWEEP_EVERY_MS);

process.once('SIGTERM', async () => {
  clearInterval(sweeping);
  await app.close();
  await database.close();
});
