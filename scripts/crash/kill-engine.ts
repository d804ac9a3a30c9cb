import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, type Client, createClient } from '../running-service/client.ts';
import { readLedger } from '../running-service/ledger-state.ts';
import { type ServiceProcess, startService } from '../running-service/service-process.ts';
import { judgeLedger } from './judge.ts';
import type { Summary } from './kill-server.ts';
import { type CrashOptions, seededRandom } from './options.ts';
import { type TrackedCall, track } from './tracked-calls.ts';

/** Even a fast machine is still synthesizing this when the engine is killed. */
const LONG_TEXT = 'The caller waits for a sentence that takes its time, and then for another one. '.repeat(6);

/** Kills the engine during a call: the caller must get 502 and a refund, and the next call must succeed. */
export async function killEngine(options: CrashOptions, print: (line: string) => void): Promise<Summary> {
  const random = seededRandom(options.seed);
  const run = `engine-${options.seed}-${Date.now().toString(36)}-`;
  const calls: TrackedCall[] = [];
  const violations: string[] = [];
  // A single process, so that the call certainly runs in the one that is killed.
  const service = await startService({ ...options, speechProcesses: 1 });
  const client = createClient(service.url);
  const account = await client.signUp();
  const speak = async (name: string, text: string) => {
    const call = { requestId: `${run}${name}`, account, text, idempotencyKey: null };
    const tracked = track(call, await client.speak(call));
    calls.push(tracked);
    return tracked;
  };
  await speak('warm', 'Hello');

  for (let round = 1; round <= options.rounds; round += 1) {
    const before = violations.length;
    const had = await remaining(client, account);
    // Other texts in each round: one that was made before comes from the cache, and no engine would be at work.
    const interrupted = speak(`${round}-interrupted`, `Round ${round}. ${LONG_TEXT}`);
    await sleep(random(150, 900));
    await killKokoro(service);
    const status = statusOf(await interrupted);
    if (status !== 502) violations.push(`round ${round}: the interrupted caller got ${status}, not 502`);
    const has = await remaining(client, account);
    if (has !== had) violations.push(`round ${round}: ${had - has} credits did not come back`);
    const next = statusOf(await speak(`${round}-next`, `Hello again, ${round}.`));
    if (next !== 200) violations.push(`round ${round}: the next call got ${next}`);
    const verdict = violations.length === before ? 'ok' : 'VIOLATION';
    print(
      `round ${String(round).padStart(2)} · interrupted ${status} · credits ${had} → ${has} · next ${next} · ${verdict}`,
    );
  }

  await client.close();
  await service.stop();
  const ledger = await readLedger(options, run);
  violations.push(...judgeLedger(ledger, calls, new Date()));
  const counted = (status: string) => ledger.charges.filter((charge) => charge.status === status).length;
  if (counted('reserved') > 0) violations.push(`${counted('reserved')} reservations are open`);
  const acknowledged = calls.filter((call) => call.acknowledged).length;
  return { calls: calls.length, acknowledged, settled: counted('settled'), violations };
}

async function killKokoro(service: ServiceProcess): Promise<void> {
  const engine = (await service.children()).find(({ command }) => command.includes('kokoro-process.ts'));
  if (!engine) throw new Error('no engine process to kill');
  process.kill(engine.pid, 'SIGKILL');
}

async function remaining(client: Client, account: Account): Promise<number> {
  return (await client.credits(account)).remaining;
}

function statusOf({ first }: TrackedCall): number {
  return first.kind === 'answered' ? first.status : 0;
}
