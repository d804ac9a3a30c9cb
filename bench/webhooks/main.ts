/**
 * npm run bench:webhooks -- [--deliveries 4000] [--connections 32] [--database-url postgres://…]
 *
 * Deliveries of the card provider per second, over HTTP: new payments (signature, stored, credited), repetitions of them
 * (signature, recognised) and forgeries (signature).
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { describeMachine, syncCost } from '../../scripts/measure/machine.ts';
import { quantile } from '../../scripts/measure/quantiles.ts';
import {
  createWebhookClient,
  type Delivered,
  type PaymentDelivery,
  paymentDelivery,
  startWebhooks,
} from '../../scripts/running-service/webhook-process.ts';
import { migrate, openDatabase, sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { silentLog as log } from '../../src/platform/log.ts';

const { values } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '4000' },
    connections: { type: 'string', default: '32' },
    'database-url': { type: 'string' },
  },
});
const ACCOUNTS = 100;
const count = Number(values.deliveries);
const connections = Number(values.connections);
const databaseUrl = values['database-url'];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

await mkdir('data', { recursive: true });
const dataDir = await mkdtemp(join('data', 'bench-webhooks-'));
const emails = await openAccounts();
const service = await startWebhooks({ dataDir, databaseUrl });
const client = createWebhookClient(service.url, connections);
const { p50, p99 } = syncCost(dataDir);
print(describeMachine());
print(`one page to disk: ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
print('');
print(
  `| ${databaseUrl ? 'PostgreSQL' : 'PGlite'}, ${connections} connections | deliveries/s | p50 ms | p99 ms |`,
);
print('|---|---|---|---|');
const run = uuidv7();
const payments = Array.from({ length: count }, (_, index) =>
  paymentDelivery(`${run}-${index}`, emails[index % ACCOUNTS] ?? '', 500),
);
await measure('new payments', payments, 'acted', (payment) => client.deliver(payment));
await measure('repetitions', payments, 'duplicate', (payment) => client.deliver(payment));
await measure('forgeries', payments, 'refused', (payment) => client.deliver(payment, 'another secret'));
await client.close();
await service.stop();
await rm(dataDir, { recursive: true, force: true });

async function measure(
  what: string,
  deliveries: PaymentDelivery[],
  expected: Delivered,
  deliver: (payment: PaymentDelivery) => Promise<Delivered>,
): Promise<void> {
  const waiting = deliveries.values();
  const tookMs: number[] = [];
  const startedAt = performance.now();
  const workers = Array.from({ length: connections }, async () => {
    for (const payment of waiting) {
      const sentAt = performance.now();
      const outcome = await deliver(payment);
      if (outcome !== expected) throw new Error(`${what}: ${outcome} instead of ${expected}`);
      tookMs.push(performance.now() - sentAt);
    }
  });
  await Promise.all(workers);
  const perSecond = (deliveries.length / (performance.now() - startedAt)) * 1_000;
  const times = [quantile(tookMs, 0.5), quantile(tookMs, 0.99)].map((ms) => ms.toFixed(1));
  print(`| ${[what, perSecond.toFixed(0), ...times].join(' | ')} |`);
}

async function openAccounts(): Promise<string[]> {
  const database = await openDatabase({ databaseUrl, dataDir, log });
  await migrate(database, { log });
  const opened = Array.from({ length: ACCOUNTS }, () => `${uuidv7()}@bench.example`);
  for (const email of opened) {
    await sql`INSERT INTO accounts (id, email) VALUES (${uuidv7()}::uuid, ${email})`.execute(database.db);
  }
  await database.close();
  return opened;
}
