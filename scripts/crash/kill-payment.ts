import { setTimeout as sleep } from 'node:timers/promises';
import { verifyLedger } from '../../src/money/ledger/index.ts';
import { verifyPayments } from '../../src/money/payment-events/index.ts';
import { migrate, openDatabase, sql } from '../../src/platform/database/index.ts';
import { uuidv7 } from '../../src/platform/ids.ts';
import { silentLog as log } from '../../src/platform/log.ts';
import {
  createWebhookClient,
  type Delivered,
  type PaymentDelivery,
  paymentDelivery,
  readStored,
  startWebhooks,
} from '../running-service/webhook-process.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';

const PAYMENTS = 60;
const CONNECTIONS = 30;
const ACCOUNTS = 8;
/** After that long the sweep takes over what a dead request left. */
const SWEEP_AFTER_MS = 30_000;
const CENTS = 100;
/** The ledger is read while no service runs. Opening PGlite takes seconds, so not after every kill. */
const AUDIT_EVERY = 10;

type Payment = PaymentDelivery & { received: boolean };

/** Kills the webhooks between storing and acting. Every payment that was received must be credited, once. */
export async function killPayment(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `${options.seed}-${Date.now().toString(36)}`;
  const accounts = await openAccounts(options, run);
  const payments: Payment[] = [];
  const violations: string[] = [];
  let between = 0;

  let service = await startWebhooks(options);
  for (let round = 1; round <= options.rounds; round += 1) {
    const client = createWebhookClient(service.url, CONNECTIONS);
    const fresh = Array.from({ length: PAYMENTS }, (_, index): Payment => {
      const { email } = accounts[index % ACCOUNTS] as Account;
      const delivery = paymentDelivery(`${run}-${round}-${index}`, email, CENTS);
      return { ...delivery, received: false };
    });
    // The provider also repeats what it delivered before, received or not.
    const repeated = payments.filter(() => random(1, 4) === 1).slice(-PAYMENTS);
    const first = Promise.withResolvers<void>();
    const sent = [...fresh, ...repeated].map(async (payment) => {
      const outcome = await client.deliver(payment);
      first.resolve();
      note(payment, outcome, violations);
    });
    await first.promise;
    await sleep(random(0, 400));
    await service.kill();
    await Promise.all(sent);
    await client.close();
    payments.push(...fresh);
    if (round % AUDIT_EVERY === 0) violations.push(...(await countStored(options, accounts)).differences);
    service = await startWebhooks(options);
    const stored = new Set(await readStored(service.url));
    const waiting = fresh.filter(({ key }) => stored.has(key)).length;
    between += waiting > 0 ? 1 : 0;
    const received = fresh.filter((payment) => payment.received).length;
    print(
      `round ${String(round).padStart(2)} · ${received} of ${PAYMENTS} answered · ${waiting} stored and not acted on`,
    );
  }

  await sleep(SWEEP_AFTER_MS + 5_000);
  const client = createWebhookClient(service.url, CONNECTIONS);
  const unanswered = payments.filter(({ received }) => !received);
  await Promise.all(
    unanswered.map(async (payment) => note(payment, await client.deliver(payment), violations)),
  );
  await client.close();
  await service.stop();
  const end = await countStored(options, accounts);
  violations.push(...end.differences);
  if (end.waiting > 0) violations.push(`${end.waiting} events were never acted on`);
  if (end.credits !== payments.length)
    violations.push(`${end.credits} credits for ${payments.length} payments`);
  print(`${between} of ${options.rounds} kills came between storing and acting`);
  const acknowledged = payments.filter(({ received }) => received).length;
  return { calls: payments.length, acknowledged, settled: end.credits, violations };
}

function note(payment: Payment, outcome: Delivered, violations: string[]): void {
  if (outcome === 'refused') violations.push(`${payment.id} was refused`);
  if (outcome === 'acted' && payment.received) violations.push(`${payment.id} acted twice`);
  if (outcome !== 'cut') payment.received = true;
}

type Account = { id: string; email: string };

/** Several, since the events of one account act one after the other. */
async function openAccounts(options: CrashOptions, run: string): Promise<Account[]> {
  const database = await openDatabase({ ...options, log });
  await migrate(database, { log });
  const accounts = Array.from({ length: ACCOUNTS }, (_, index) => ({
    id: uuidv7(),
    email: `crash-${run}-${index}@vox-humana.example`,
  }));
  for (const { id, email } of accounts) {
    await sql`INSERT INTO accounts (id, email) VALUES (${id}::uuid, ${email})`.execute(database.db);
  }
  await database.close();
  return accounts;
}

type Stored = { waiting: number; credits: number; differences: string[] };

/** Call only while no service runs: PGlite allows a single process. */
async function countStored(options: CrashOptions, accounts: Account[]): Promise<Stored> {
  const { db, close } = await openDatabase({ ...options, log });
  try {
    const { rows } = await sql<{ waiting: number; credits: number }>`
      SELECT (SELECT count(*) FROM payment_events WHERE status = 'stored') AS waiting,
        (SELECT count(*) FROM ledger_postings WHERE account_id = ANY (${accounts.map(({ id }) => id)}::uuid[])
          AND kind = 'top_up' AND amount = ${CENTS * 10_000}) AS credits`.execute(db);
    const differences = [...(await verifyLedger(db)), ...(await verifyPayments(db))].map(
      (row) => `${row.accountId}: ${row.what} ${row.found}, not ${row.expected}`,
    );
    return { waiting: rows[0]?.waiting ?? 0, credits: rows[0]?.credits ?? 0, differences };
  } finally {
    await close();
  }
}
