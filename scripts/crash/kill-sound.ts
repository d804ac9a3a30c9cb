import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { startService } from '../running-service/service-process.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';

type SoundCall = {
  requestId: string;
  account: Account;
  path: string;
  body: object;
  credits: number;
  /** The digest is that of the bytes that its caller has received, or null. */
  digest: string | null;
};

const CUSTOMERS = 2;
/** The longer deadline, and three sweeps. */
const LAST_SWEEP_MS = 60_000 + 30_000;

/** Kills the service while it makes music and effects. Each call is then repeated with its key, and must cost once. */
export async function killSound(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `sound-${options.seed}-${Date.now().toString(36)}-`;
  const calls: SoundCall[] = [];
  for (let round = 1; round <= options.rounds; round += 1) {
    const service = await startService(options);
    const client = createClient(service.url, 2);
    const accounts = await Promise.all(Array.from({ length: CUSTOMERS }, () => client.signUp()));
    const planned = accounts.flatMap((account, index) => planCalls(`${run}${round}-${index}`, account));
    const sent = planned.map((call) => send(service.url, call));
    await sleep(random(200, 5_000));
    await service.kill();
    const statuses = await Promise.all(sent);
    await client.close();
    calls.push(...planned);
    const open = (await readLedger(options, run)).charges.filter(
      ({ status }) => status === 'reserved',
    ).length;
    print(`round ${String(round).padStart(2)} · answers ${statuses.join(', ')} · open at the crash ${open}`);
  }

  print(`waiting ${LAST_SWEEP_MS / 1000} s for the sweeper`);
  const service = await startService(options);
  await sleep(LAST_SWEEP_MS);
  const client = createClient(service.url);
  const violations: string[] = [];
  for (const call of calls) {
    const before = await client.credits(call.account);
    const received = call.digest;
    const status = await send(service.url, call);
    const after = await client.credits(call.account);
    if (status !== 200) violations.push(`${call.requestId}: its retry got ${status}`);
    else if (received && received !== call.digest) violations.push(`${call.requestId}: got other bytes`);
    const spent = after.used - before.used;
    if (received ? spent !== 0 : spent !== 0 && spent !== call.credits)
      violations.push(`${call.requestId}: its retry cost ${spent}`);
  }
  await client.close();
  await service.stop();
  const { charges, differences } = await readLedger(options, run);
  violations.push(...differences, ...calls.flatMap((call) => judge(call, charges)));
  const settled = charges.filter(({ status }) => status === 'settled').length;
  return {
    calls: calls.length,
    acknowledged: calls.filter(({ digest }) => digest).length,
    settled,
    violations,
  };
}

function planCalls(prefix: string, account: Account): SoundCall[] {
  const call = { account, digest: null };
  const music = { prompt: 'epic orchestral', seconds: 20 };
  const effect = { prompt: 'thunder over heavy rain', seconds: 10 };
  return [
    { ...call, requestId: `${prefix}-music`, path: '/api/v1/music', body: music, credits: 160 },
    { ...call, requestId: `${prefix}-sfx`, path: '/api/v1/sfx', body: effect, credits: 20 },
  ];
}

/** Returns the status, or 0 if the connection broke first. */
async function send(url: string, call: SoundCall): Promise<number> {
  try {
    const response = await fetch(`${url}${call.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${call.account.key}`,
        'content-type': 'application/json',
        'x-request-id': call.requestId,
        'idempotency-key': call.requestId,
      },
      body: JSON.stringify(call.body),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    if (response.status === 200) call.digest = createHash('sha256').update(bytes).digest('hex');
    return response.status;
  } catch {
    // The service was killed; the retry will tell what it had done.
    return 0;
  }
}

function judge(call: SoundCall, charges: readonly { request_id: string; status: string; credits: number }[]) {
  const own = charges.filter(({ request_id }) => request_id === call.requestId);
  const settled = own.filter(({ status }) => status === 'settled');
  const problems: string[] = [];
  if (own.some(({ status }) => status === 'reserved')) problems.push('still reserved');
  if (settled.length !== 1 || settled[0]?.credits !== call.credits)
    problems.push(
      `settled ${settled.map(({ credits }) => credits).join(' and ') || 'nothing'}, not ${call.credits}`,
    );
  return problems.map((problem) => `${call.requestId}: ${problem}`);
}
