import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, type Client, createClient } from '../running-service/client.ts';
import { type LedgerState, readLedger } from '../running-service/ledger-state.ts';
import { type ServiceProcess, startService } from '../running-service/service-process.ts';
import { fireAndKill } from './fire-and-kill.ts';
import { judgeLedger, judgeViews, type Seen } from './judge.ts';
import { type CrashOptions, seededRandom } from './options.ts';
import { planCalls, type RetryCounts, retryKeyed, type TrackedCall, track } from './tracked-calls.ts';

export type Summary = { calls: number; acknowledged: number; settled: number; violations: string[] };

const SWEEP_EVERY_MS = 10_000;
const LAST_RETRIES = 10;

/** Kills the service repeatedly under load, and audits it after every crash and restart. */
export async function killServer(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `crash-${options.seed}-${Date.now().toString(36)}-`;
  const calls: TrackedCall[] = [];
  const violations: string[] = [];
  let service = await startService(options);
  const accounts = await signUpAll(service, options.accounts);

  for (let round = 1; round <= options.rounds; round += 1) {
    const before = violations.length;
    calls.push(...(await meetHalf(service, accounts, `${run}${round}-first`)));
    const planned = planCalls(`${run}${round}`, accounts, options.calls);
    const { tracked, orphans, killedAt } = await fireAndKill(service, planned, random);
    if (orphans > 0) violations.push(`round ${round}: ${orphans} engine processes outlived the service`);
    calls.push(...tracked);
    // The service is down, so this is the state of the ledger right after the crash.
    const ledger = await readLedger(options, run);
    violations.push(...judgeLedger(ledger, calls, killedAt));
    service = await startService(options);
    const retries = await auditByApi(service, { accounts, ledger, calls, violations });
    print(roundLine(round, tracked, ledger, retries, violations.length - before));
  }

  await sleep(60_000 + 2 * SWEEP_EVERY_MS);
  const client = createClient(service.url);
  for (let attempt = 0; attempt < LAST_RETRIES && unacknowledged(calls).length > 0; attempt += 1) {
    if (attempt > 0) await sleep(SWEEP_EVERY_MS);
    await retryKeyed(client, unacknowledged(calls), violations);
  }
  await client.close();
  await service.stop();
  const ledger = await readLedger(options, run);
  violations.push(...judgeLedger(ledger, calls, new Date()));
  const open = count(ledger, 'reserved');
  if (open > 0) violations.push(`${open} reservations are open after every deadline`);
  const left = unacknowledged(calls).length;
  if (left > 0) violations.push(`${left} calls with a key never got an answer`);
  const acknowledged = calls.filter((call) => call.acknowledged).length;
  return { calls: calls.length, acknowledged, settled: count(ledger, 'settled'), violations };
}

async function signUpAll(service: ServiceProcess, accounts: number): Promise<Account[]> {
  const client = createClient(service.url, 2);
  const made = await Promise.all(Array.from({ length: accounts }, () => client.signUp()));
  await client.close();
  return made;
}

/** The service then knows that their pools have plenty, and charges their next calls at once. The others' it reserves first. */
async function meetHalf(
  service: ServiceProcess,
  accounts: Account[],
  prefix: string,
): Promise<TrackedCall[]> {
  const client = createClient(service.url);
  const half = accounts.slice(0, Math.ceil(accounts.length / 2));
  const met = planCalls(prefix, half, half.length).map(async (call) => track(call, await client.speak(call)));
  const tracked = await Promise.all(met);
  await client.close();
  return tracked;
}

type Audited = {
  accounts: Account[];
  ledger: LedgerState;
  calls: TrackedCall[];
  violations: string[];
};

/** Requests the balances, then retries every call that has a key: a response must survive all later crashes. */
async function auditByApi(service: ServiceProcess, audited: Audited): Promise<RetryCounts> {
  const { accounts, ledger, calls, violations } = audited;
  const client = createClient(service.url);
  const seen = await Promise.all(accounts.map((account) => readBalance(client, account)));
  violations.push(...judgeViews(ledger, seen, new Date()));
  const keyed = calls.filter((call) => call.idempotencyKey);
  const retries = await retryKeyed(client, keyed, violations);
  await client.close();
  return retries;
}

async function readBalance(client: Client, account: Account): Promise<Seen> {
  const credits = await client.credits(account);
  return { accountId: account.id, ...credits, reported: await client.usedCredits(account) };
}

function unacknowledged(calls: TrackedCall[]): TrackedCall[] {
  return calls.filter((call) => call.idempotencyKey && !call.acknowledged);
}

function count(ledger: LedgerState, status: string): number {
  return ledger.charges.filter((charge) => charge.status === status).length;
}

function roundLine(
  round: number,
  tracked: TrackedCall[],
  ledger: LedgerState,
  retries: RetryCounts,
  violations: number,
): string {
  const answered = tracked.filter(({ first }) => first.kind === 'answered');
  const acknowledged = answered.filter(
    ({ first }) => first.kind === 'answered' && first.status === 200,
  ).length;
  const cut = tracked.length - answered.length;
  const { same, settledBefore, fresh, waiting } = retries;
  return [
    `round ${String(round).padStart(2)}`,
    `acknowledged ${acknowledged}, refused ${answered.length - acknowledged}, cut ${cut}`,
    `open at the crash ${count(ledger, 'reserved')}`,
    `retries: ${same} same bytes, ${settledBefore} settled but not received, ${fresh} made now, ${waiting} later`,
    violations === 0 ? 'ok' : `${violations} VIOLATIONS`,
  ].join(' · ');
}
