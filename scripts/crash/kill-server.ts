import { setTimeout as sleep } from 'node:timers/promises';
import { type Books, readBooks } from './books.ts';
import { type Account, type Call, type Client, createClient } from './client.ts';
import { judge, RELEASE_OVERLAP_MS, type Seen } from './judge.ts';
import { type CrashOptions, seededRandom } from './options.ts';
import { waitForEnd } from './processes.ts';
import { startService } from './service-process.ts';
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
  const accounts = await signUpAll(options);
  let lastDeadlineAt = new Date();

  for (let round = 1; round <= options.rounds; round += 1) {
    const planned = planCalls(`${run}${round}`, accounts, options.calls);
    const before = violations.length;
    const fresh = await fireAndKill(options, planned, chooseMoment(random, options.calls), violations);
    calls.push(...fresh);
    const audit = await restartAndAudit({ options, run, calls, accounts, violations, fresh, attempts: 1 });
    lastDeadlineAt = lastDeadlineOf(audit.books);
    say(roundLine(round, fresh, audit, violations.length - before));
  }

  const service = await startService(options);
  await sleep(Math.max(0, lastDeadlineAt.getTime() - Date.now()) + 2 * SWEEP_EVERY_MS);
  await service.stop();
  const { books } = await restartAndAudit({
    options,
    run,
    calls,
    accounts,
    violations,
    fresh: [],
    attempts: 10,
  });
  const open = books.charges.filter((charge) => charge.status === 'reserved').length;
  if (open > 0) violations.push(`${open} reservations are open after every deadline`);
  const unanswered = calls.filter((call) => call.idempotencyKey && !call.acknowledged).length;
  if (unanswered > 0) violations.push(`${unanswered} calls with a key never got an answer`);
  const settled = books.charges.filter((charge) => charge.status === 'settled').length;
  const acknowledged = calls.filter((call) => call.acknowledged).length;
  return { calls: calls.length, acknowledged, settled, violations };
}

async function signUpAll(options: CrashOptions): Promise<Account[]> {
  const service = await startService(options);
  const client = createClient(service.url, 2);
  const accounts = await Promise.all(Array.from({ length: options.accounts }, () => client.signUp()));
  await client.close();
  await service.stop();
  return accounts;
}

type Moment = { answers: number; afterFirstMs: number; delayMs: number };

/** On a slow machine the time comes before the answers, well before calls are refused for waiting too long. */
function chooseMoment(random: (from: number, to: number) => number, calls: number): Moment {
  return {
    answers: random(5, Math.min(150, calls - 1)),
    afterFirstMs: random(2_000, 20_000),
    delayMs: random(0, 300),
  };
}

async function fireAndKill(
  options: CrashOptions,
  calls: Call[],
  moment: Moment,
  violations: string[],
): Promise<TrackedCall[]> {
  const service = await startService(options);
  const client = createClient(service.url);
  const kill = Promise.withResolvers<void>();
  let answers = 0;
  let timer: NodeJS.Timeout | undefined;
  const sent = calls.map(async (call) => {
    const first = await client.speak(call);
    if (first.kind === 'answered') answers += 1;
    if (answers > 0) timer ??= setTimeout(kill.resolve, moment.afterFirstMs);
    if (answers >= moment.answers) kill.resolve();
    return track(call, first);
  });
  await Promise.race([kill.promise, Promise.all(sent)]);
  clearTimeout(timer);
  await sleep(moment.delayMs);
  const engines = await service.children();
  await service.kill();
  const orphans = await waitForEnd(engines, ENGINES_LEAVE_WITHIN_MS);
  if (orphans.length > 0) violations.push(`${orphans.length} engine processes outlived the service`);
  const tracked = await Promise.all(sent);
  await client.close();
  return tracked;
}

type AuditInput = {
  options: CrashOptions;
  run: string;
  calls: TrackedCall[];
  accounts: Account[];
  violations: string[];
  fresh: TrackedCall[];
  attempts: number;
};

/** Repeats what the crash interrupted, asks the API, stops the service, and reads the books behind its back. */
async function restartAndAudit({ options, run, calls, accounts, violations, fresh, attempts }: AuditInput) {
  const service = await startService(options);
  const client = createClient(service.url);
  const due = new Set([...fresh, ...calls.filter((call) => !call.acknowledged)]);
  const keyed = [...due].filter((call) => call.idempotencyKey);
  let retries = await retryKeyed(client, keyed, violations);
  for (let attempt = 1; retries.waiting > 0 && attempt < attempts; attempt += 1) {
    await sleep(SWEEP_EVERY_MS);
    retries = await retryKeyed(
      client,
      keyed.filter((call) => !call.acknowledged),
      violations,
    );
  }
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

function lastDeadlineOf({ charges }: Books): Date {
  const open = charges.filter((charge) => charge.status === 'reserved');
  return new Date(Math.max(0, ...open.map((charge) => charge.deadline_at.getTime())));
}

type Audit = Awaited<ReturnType<typeof restartAndAudit>>;

function roundLine(
  round: number,
  outcome: TrackedCall[],
  { books, retries }: Audit,
  violations: number,
): string {
  const answered = outcome.filter(({ first }) => first.kind === 'answered');
  const refused = answered.filter(({ first }) => first.kind === 'answered' && first.status !== 200);
  const open = books.charges.filter((charge) => charge.status === 'reserved').length;
  return [
    `round ${String(round).padStart(2)}`,
    `acknowledged ${answered.length - refused.length}, refused ${refused.length}, cut ${outcome.length - answered.length}`,
    `open ${open}`,
    retryText(retries),
    violations === 0 ? 'ok' : `${violations} VIOLATIONS`,
  ].join(' · ');
}

function retryText({ same, settledBefore, fresh, waiting }: RetryCounts): string {
  return `retries: ${same} same bytes, ${settledBefore} settled before the kill, ${fresh} made now, ${waiting} later`;
}
