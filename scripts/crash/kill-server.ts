import { setTimeout as sleep } from 'node:timers/promises';
import { readBooks } from './books.ts';
import { type Account, type Call, type Client, createClient } from './client.ts';
import { judge, RELEASE_OVERLAP_MS, type Seen } from './judge.ts';
import { type CrashOptions, seededRandom } from './options.ts';
import { waitForEnd } from './processes.ts';
import { type ServiceProcess, startService } from './service-process.ts';
import { planCalls, type RetryCounts, retryKeyed, type TrackedCall, track } from './tracked-calls.ts';

const ENGINES_LEAVE_WITHIN_MS = 5_000;
const SWEEP_EVERY_MS = 10_000;

export type Summary = { calls: number; acknowledged: number; settled: number; violations: string[] };

/** Kills the service again and again in the middle of its work, and audits it after every restart. */
export async function killServer(options: CrashOptions, say: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `crash-${options.seed}-${Date.now().toString(36)}-`;
  const calls: TrackedCall[] = [];
  const violations: string[] = [];
  let service = await startService(options);
  const accounts = await signUpAll(service, options.accounts);

  for (let round = 1; round <= options.rounds; round += 1) {
    const planned = planCalls(`${run}${round}`, accounts, options.calls);
    const moment = { answers: random(5, Math.min(150, options.calls - 1)), delayMs: random(0, 300) };
    const before = violations.length;
    const { outcome, orphans, engines } = await fireAndKill(service, planned, moment);
    calls.push(...outcome);
    if (orphans > 0) violations.push(`${orphans} of ${engines} engine processes outlived the service`);
    const audit = await restartAndAudit({ options, run, calls, accounts, violations, fresh: outcome });
    say(roundLine(round, moment.answers, outcome, audit, violations.length - before));
    service = await startService(options);
  }

  await sleep(await lastDeadlineMs(service, options, run));
  service = await startService(options);
  await sleep(SWEEP_EVERY_MS);
  await service.stop();
  const { books } = await restartAndAudit({ options, run, calls, accounts, violations, fresh: [] });
  const open = books.charges.filter((charge) => charge.status === 'reserved').length;
  if (open > 0) violations.push(`${open} reservations are open after every deadline`);
  const unanswered = calls.filter((call) => call.idempotencyKey && !call.acknowledged).length;
  if (unanswered > 0) violations.push(`${unanswered} calls with a key never got an answer`);
  const settled = books.charges.filter((charge) => charge.status === 'settled').length;
  const acknowledged = calls.filter((call) => call.acknowledged).length;
  return { calls: calls.length, acknowledged, settled, violations };
}

async function signUpAll(service: ServiceProcess, count: number): Promise<Account[]> {
  const client = createClient(service.url, 2);
  const accounts = await Promise.all(Array.from({ length: count }, () => client.signUp()));
  await client.close();
  return accounts;
}

type Moment = { answers: number; delayMs: number };

async function fireAndKill(service: ServiceProcess, calls: Call[], moment: Moment) {
  const client = createClient(service.url);
  const kill = Promise.withResolvers<void>();
  let answers = 0;
  const sent = calls.map(async (call) => {
    const first = await client.speak(call);
    if (first.kind === 'answered') answers += 1;
    if (answers >= moment.answers) kill.resolve();
    return track(call, first);
  });
  await Promise.race([kill.promise, Promise.all(sent)]);
  await sleep(moment.delayMs);
  const engines = await service.children();
  await service.kill();
  const [outcome, orphans] = await Promise.all([
    Promise.all(sent),
    waitForEnd(engines, ENGINES_LEAVE_WITHIN_MS),
  ]);
  await client.close();
  return { outcome, orphans: orphans.length, engines: engines.length };
}

type AuditInput = {
  options: CrashOptions;
  run: string;
  calls: TrackedCall[];
  accounts: Account[];
  violations: string[];
  fresh: TrackedCall[];
};

/** Repeats what the crash interrupted, asks the API, stops the service, and reads the books behind its back. */
async function restartAndAudit({ options, run, calls, accounts, violations, fresh }: AuditInput) {
  const service = await startService(options);
  const client = createClient(service.url);
  const due = new Set([...fresh, ...calls.filter((call) => !call.acknowledged)]);
  const keyed = [...due].filter((call) => call.idempotencyKey);
  const retries = await retryKeyed(client, keyed, violations);
  const seenAt = new Date();
  const seen = await Promise.all(accounts.map((account) => look(client, account)));
  await client.close();
  await service.stop();
  const since = new Date(seenAt.getTime() - RELEASE_OVERLAP_MS);
  const books = await readBooks(options, run, since);
  violations.push(...judge({ books, calls, seen, seenAt }));
  return { books, retries };
}

async function look(client: Client, account: Account): Promise<Seen> {
  const credits = await client.credits(account);
  return { accountId: account.id, ...credits, reported: await client.usedCredits(account) };
}

/** Stops the service and answers how long the youngest open reservation has still to go. */
async function lastDeadlineMs(service: ServiceProcess, options: CrashOptions, run: string): Promise<number> {
  await service.stop();
  const { charges } = await readBooks(options, run, new Date());
  const open = charges.filter((charge) => charge.status === 'reserved');
  return Math.max(0, ...open.map((charge) => charge.deadline_at.getTime() - Date.now()));
}

type Audit = Awaited<ReturnType<typeof restartAndAudit>>;

function roundLine(
  round: number,
  killedAt: number,
  outcome: TrackedCall[],
  { books, retries }: Audit,
  violations: number,
): string {
  const answered = outcome.filter(({ first }) => first.kind === 'answered');
  const refused = answered.filter(({ first }) => first.kind === 'answered' && first.status !== 200);
  const open = books.charges.filter((charge) => charge.status === 'reserved').length;
  return [
    `round ${String(round).padStart(2)}`,
    `killed at answer ${killedAt}`,
    `acknowledged ${answered.length - refused.length}, refused ${refused.length}, cut ${outcome.length - answered.length}`,
    `open ${open}`,
    retryText(retries),
    violations === 0 ? 'ok' : `${violations} VIOLATIONS`,
  ].join(' · ');
}

function retryText({ same, settledBefore, fresh, waiting }: RetryCounts): string {
  return `retries: ${same} same bytes, ${settledBefore} settled before the kill, ${fresh} made now, ${waiting} later`;
}
